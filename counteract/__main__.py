"""`python -m counteract` is the command line."""

from counteract.cli import main

if __name__ == "__main__":
    main()
