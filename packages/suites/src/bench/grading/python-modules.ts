/** Modules that come with Python, by the names of all versions since 3.8; `test` is left out, for projects have one. */
const ofPython = `
  abc aifc argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect bz2
  cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall concurrent
  configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal
  difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput
  fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib
  heapq hmac html http imaplib imghdr imp importlib inspect io ipaddress itertools json keyword linecache
  locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder multiprocessing netrc nis
  nntplib ntpath nturl2path numbers opcode operator optparse os ossaudiodev pathlib pdb pickle pickletools
  pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr
  pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter runpy sched secrets
  select selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3
  sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau symtable
  sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap threading time timeit tkinter token
  tokenize tomllib trace traceback tracemalloc tty types typing unicodedata unittest urllib uu uuid venv
  warnings wave weakref webbrowser wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo
  annotationlib compression _collections_abc _compat_pickle _py_abc _pydecimal _strptime
  _threading_local _weakrefset
`;

/** Of its runners, and what it imports by itself before anything else. */
const ofRunners = "pytest _pytest pluggy iniconfig nose2 sitecustomize usercustomize";

/**
 * Names of modules that whoever runs tests with Python imports, so that one of the same name would take their place.
 */
export const pythonModules: ReadonlySet<string> = new Set(`${ofPython} ${ofRunners}`.trim().split(/\s+/));
