"""Loading a knowledge pack: checked as a whole, prepared once, then looked up piece by piece."""

from __future__ import annotations

from pathlib import Path

from hri.decomposition import NameIndex
from hri.domain.cases import LANGUAGES
from hri.domain.lexicons import Lexicon
from hri.errors import PackFileError
from hri.knowledge.caching import open_prepared
from hri.knowledge.digests import hash_pack, hash_readers, hash_texts
from hri.knowledge.index import ProcedureText
from hri.knowledge.lexicons import LEXICONS, load_lexicon
from hri.knowledge.loaded import LoadedPack
from hri.knowledge.packfiles import PackFiles, check_folder, read_pack
from hri.knowledge.preparation import joining_words, lay_out, name_pairs
from hri.knowledge.prepared import RecordFile
from hri.knowledge.progress import Progress, silent


def load_pack(path: Path, *, cache: Path | None = None, progress: Progress = silent) -> LoadedPack:
    """Load a knowledge pack: all of it, or nothing.

    Args:
        path: The pack's folder.
        cache: Folder for the prepared pack; default ``var/cache``. It is keyed by the hashes of the
            pack's files, of the lexicons and of the reading code, and made anew when one changes.
        progress: Told about each procedure whose facts are read, where the pack is prepared anew.

    Raises:
        PackFileError: For the first fault in a file, with path, line, pointer and remedy.
        LexiconFileError: A lexicon is faulty.
        RuleFileError: ``rules.toml`` is faulty.
    """
    check_folder(path)
    lexicons = load_lexicons(path)
    digest = hash_pack(path)
    key = hash_texts(digest, hash_readers(), *(each.digest for each in lexicons.values()))

    def fill(records: RecordFile) -> list[ProcedureText]:
        files = read_pack(path)
        check_languages(files, lexicons, path)
        pairs = name_pairs(files.authorities, files.instruments)
        names = NameIndex(*pairs, joining_words(lexicons))
        return lay_out(files, lexicons, names, records, progress)

    return LoadedPack(open_prepared(path, key, cache, fill), digest, lexicons)


def load_lexicons(path: Path) -> dict[str, Lexicon]:
    """The product's lexicons by language, each with the pack's own words merged in.

    Raises:
        LexiconFileError: One of them is faulty.
    """
    own = {file.stem: file for file in sorted((path / "lexicon").glob("*.toml"))}
    languages = sorted({*LANGUAGES, *own})
    return {
        language: load_lexicon(language, own.get(language))
        for language in languages
        if language in own or (LEXICONS / f"{language}.toml").exists()
    }


def check_languages(files: PackFiles, lexicons: dict[str, Lexicon], path: Path) -> None:
    """Refuse a pack in a language that nobody has words for.

    Raises:
        PackFileError: With the language.
    """
    for index, language in enumerate(files.info.languages):
        if language not in lexicons:
            remedy = f"Add lexicon/{language}.toml to the pack, or correct the language."
            problem = f"there is no lexicon for {language!r}"
            raise PackFileError(path / "pack.toml", f"languages[{index}]", problem, remedy)
