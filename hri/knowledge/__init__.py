"""Knowledge: packs of sources, facts and law; policies and cases as files; importers."""

from hri.knowledge.cases import CaseLine, read_case, read_cases
from hri.knowledge.checking import PackReport, check_pack
from hri.knowledge.importers.legi import import_legi
from hri.knowledge.importers.reports import ImportReport
from hri.knowledge.importers.service_public import import_service_public
from hri.knowledge.loaded import LoadedPack
from hri.knowledge.loading import load_pack
from hri.knowledge.policies import load_policy, write_policy
from hri.knowledge.progress import Progress

__all__ = [
    "CaseLine",
    "ImportReport",
    "LoadedPack",
    "PackReport",
    "Progress",
    "check_pack",
    "import_legi",
    "import_service_public",
    "load_pack",
    "load_policy",
    "read_case",
    "read_cases",
    "write_policy",
]
