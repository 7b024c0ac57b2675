"""The weights of `forecast.py`, in hundredths: of each feature, then what late ones add to them.

`python -m tests.fit.seismic --seats N --matches M` found them, with M = 300 at two seats, 220 at
three and four. In its matches that were left out, what the lines of a position differ by in the end
has a mean square of 258, 171 and 142; the weights explain 3.3, 1.8 and 2.2 % of it, plain points
(`guess`) 2.8, 0.3 and 0.7 %. The rest is what chance brings later.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

WEIGHTS: Final[Mapping[int, str]] = MappingProxyType(
    {
        2: """
1078 636 1303 809 -455 -1044 -979 -1129 -777 -143 258 554 -338 -1368 -122 158 -798 491 -605 378 788
-82
""",
        3: """
1533 865 1219 1135 130 -1436 -2137 -1145 -810 -641 -286 60 -1185 737 -717 -368 -334 -181 -1320 -74
-1192 -4 530 377 -233 905
""",
        4: """
1407 811 1153 677 70 -542 -1916 -770 -482 -298 -191 181 -1290 646 -249 -427 711 -571 -204 -408 -1177
-454 146 29 -460 934
""",
    }
)
