"""Questions about a linear program beyond its optimum: is an answer right, why is there none, how far may data move."""
