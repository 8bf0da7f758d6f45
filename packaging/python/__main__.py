import sys

from plimsoll import main

sys.exit(main())
