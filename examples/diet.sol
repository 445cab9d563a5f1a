# Solution for model diet
# Objective value = 5.2
bread 2.9
milk 0.7
cheese 0.9
