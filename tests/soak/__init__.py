"""Long runs with fresh randomness: ``make soak``, or ``make soak MINUTES=480 SEED=7``.

Every module without a leading underscore in ``tests/soak`` and ``tests/fuzz`` that defines ``main(argv)`` is a driver.
``make soak`` finds it and starts it in a process of its own as

    python -m tests.soak.<name> --minutes M --seed S --out DIR

The time is divided equally, but a driver with ``SHARE = 2`` gets twice as much as one without.
A driver reads its arguments with :func:`tests.soak._arguments.read`. It
- draws everything from the seed, so that the same seed repeats the run as far as the time allows;
- stops by itself when its minutes are over (two minutes later it is killed and counted as hanging);
- writes each failure at once to a file of its own in DIR, with what is needed to replay it;
- prints what it has done, figures first of all: the last line that it prints is its summary;
- returns 0 when nothing failed, 1 otherwise, and ``SKIPPED`` where it could do nothing; it ends with
  ``sys.exit(main(sys.argv[1:]))`` under ``__main__``.
"""
