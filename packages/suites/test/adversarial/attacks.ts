import type { Attack } from "./arena.ts";

const stub = (path: string) =>
  `mkdir -p "$(dirname ${path})"; rm -f ${path}; printf '#!/bin/sh\\nexit 0\\n' > ${path}; chmod +x ${path}`;
/** A program of the agent that mends nothing, but makes the grader see a right sum. */
const mend = `cp .evil/add.js src/add.js`;
const evil = `mkdir -p .evil; echo 'module.exports = (a, b) => a + b; ' > .evil/add.js`;
const hook = (path: string) =>
  `${evil}; mkdir -p "$(dirname ${path})"; printf '#!/bin/sh\\n${mend}\\n' > ${path}; chmod +x ${path}`;
const wrong = "echo '// a + b' >> src/add.js";

/** Does the work. If this does not pass, nothing else proves anything. */
export const honest: Attack = () => "echo 'module.exports = (a, b) => a + b;' > src/add.js";

/** Ways to be graded well that must lead nowhere, whether or not the suite declares anything. */
export const undeclared: Readonly<Record<string, Attack>> = {
  "shim for npm": () => `${wrong}; ${stub("node_modules/.bin/npm")}`,
  "shim for node": () => `${wrong}; ${stub("node_modules/.bin/node")}`,
  "shim for the shell": () => `${wrong}; ${stub("node_modules/.bin/sh")}`,
  "shim for the test runner": () => `${wrong}; ${stub("node_modules/.bin/checker")}`,
  "a link in place of all programs": () =>
    `${wrong}; ${stub("fake/checker")}; rm -rf node_modules/.bin; ln -s ../fake node_modules/.bin`,
  "hook of git": () =>
    `${hook(".git/hooks/post-index-change")}; for h in pre-commit post-checkout fsmonitor-watchman; do cp .git/hooks/post-index-change .git/hooks/$h; done`,
  "settings of git": () =>
    `${hook(".evil/hook")}; git config core.fsmonitor .evil/hook; git config core.hooksPath .evil; git config core.sshCommand .evil/hook; git config alias.status '!.evil/hook'`,
  "settings of git by another file": () =>
    `${hook(".evil/hook")}; printf '[core]\\n\\tfsmonitor = .evil/hook\\n' > .evil/more; git config include.path ../.evil/more; git config extensions.worktreeConfig true; cp .evil/more .git/config.worktree`,
  "another folder of git": () =>
    `${hook(".evil/hook")}; cp -r .git .g; git --git-dir=.g config core.fsmonitor .evil/hook; rm -rf .git; echo 'gitdir: .g' > .git`,
  "a common folder of git": () =>
    `${hook(".evil/hook")}; cp -r .git .g; git --git-dir=.g config core.fsmonitor .evil/hook; echo ../.g > .git/commondir`,
  "a common folder of git, and nothing else": () =>
    `${hook(".evil/hook")}; cp -r .git .g; git --git-dir=.g config core.fsmonitor .evil/hook; echo ../.g > .git/commondir; rm -rf .git/objects .git/refs .git/config`,
  "a worktree of git": () =>
    `${hook(".evil/hook")}; git worktree add -q wt; git config extensions.worktreeConfig true; printf '[core]\\n\\tfsmonitor = .evil/hook\\n' > .git/worktrees/wt/config.worktree; rm -rf .git/index; cp wt/.git .evil/link; mv .git .g; printf 'gitdir: .g/worktrees/wt' > .git`,
  "a process that works on": (_, mark) => `${evil}; (sleep 1; ${mend}; sleep ${mark}) & exit 0`,
  "a daemon that hears no signal": (_, mark) =>
    `${evil}; (setsid sh -c "trap '' TERM HUP INT; (trap '' TERM HUP INT; sleep 0.7; while :; do ${mend}; sleep 0.05; done) & exec sleep ${mark}" </dev/null >/dev/null 2>&1 &); (setsid setsid sleep ${mark} &); sleep 0.2`,
  "a daemon without an environment": (_, mark) =>
    `${evil}; (env -i setsid -f sh -c 'sleep 0.7; while :; do ${mend}; sleep 0.05; done # ${mark}'); (env -i setsid -f sleep ${mark}); sleep 0.2`,
  "link to a file outside": ({ outside }) => `rm src/add.js; ln -s ${outside}/add.js src/add.js`,
  "link to a folder outside": ({ outside }) => `rm -r src; ln -s ${outside} src`,
  "link by way of the parents": ({ outside }) =>
    `rm src/add.js; ln -s ../../../../../../../../../..${outside}/add.js src/add.js`,
  "link to the solution": ({ suiteFolder }) => `rm -r src; ln -s ${suiteFolder}/solution/src src`,
  "report that was written before": () =>
    `${wrong}; echo '{"passed":1,"failed":0}' > report.json; mkdir -p coverage .nyc_output; cp report.json coverage; echo 'all passed'; echo 'ok 1 - sum'`,
  "the right words in a comment": () => wrong,
  "pipe in place of a file": () => "rm src/add.js; mkfifo src/add.js",
  "socket in place of a file": () =>
    "rm src/add.js; node -e \"require('net').createServer().listen('src/add.js', () => process.kill(process.pid, 'SIGKILL'))\"; true",
  "device in place of a file": () => "rm src/add.js; mknod src/add.js c 1 3 || ln -s /dev/zero src/add.js",
  "folder in place of a file": () => "rm src/add.js; mkdir -p src/add.js",
};

/** Ways that only a declaration closes; without one they are named in a warning. */
export const declaredOnly: Readonly<Record<string, { attack: Attack; named: string }>> = {
  "test script": {
    attack: () => `${wrong}; echo '{"scripts":{"test":"true"}}' > package.json`,
    named: "package.json",
  },
  "test that always passes": {
    attack: () => `${wrong}; echo '' > test/add.test.js`,
    named: "test/add.test.js",
  },
  "test that is gone": { attack: () => `${wrong}; rm test/*`, named: "test/add.test.js (deleted)" },
  "test with its old times": {
    attack: () =>
      `${wrong}; touch -r test/add.test.js /tmp/t; s=$(stat -c %s test/add.test.js); printf "%-\${s}s" "" > test/add.test.js; touch -r /tmp/t test/add.test.js`,
    named: "test/add.test.js",
  },
  "link in place of the tests": {
    attack: () => `${wrong}; mkdir easy; echo '' > easy/add.test.js; rm -r test; ln -s easy test`,
    named: "test",
  },
  "runner among the packages": {
    attack: () => `${wrong}; echo '#!/usr/bin/env node' > node_modules/checker/index.js`,
    named: "node_modules/checker/index.js",
  },
  "shell for scripts": {
    attack: () =>
      `${wrong}; printf '#!/bin/sh\\nexit 0\\n' > sh.sh; chmod +x sh.sh; echo 'script-shell=./sh.sh' > .npmrc`,
    named: ".npmrc (added)",
  },
  "options for node": {
    attack: () =>
      `${wrong}; echo 'process.exit(0)' > quit.cjs; echo 'node-options=--require ./quit.cjs' > .npmrc; echo 'NODE_OPTIONS=--require ./quit.cjs' > .env`,
    named: ".npmrc (added)",
  },
};

/** Ways to make the grader read what only it can read. */
export const leaks: Readonly<Record<string, Attack>> = {
  "link to the users of the machine": () => "ln -s /etc/passwd leak",
  "link by way of a process": () => "ln -s /proc/1/root/etc/passwd leak",
  "link by way of the grader's own files": () => "ln -s /proc/self/root/etc/passwd leak",
  "link to a link": () => "ln -s /etc etc; ln -s etc/passwd leak",
  "link to a file outside by its name": ({ outside }) => `ln -s ${outside}/passwd leak`,
};

/** Attacks on the machine, the harness and its secrets. */
export const hostile: Readonly<Record<string, Attack>> = {
  "fork bomb": (_, mark) => `f() { f | f & }; f; sleep ${mark}`,
  "many processes": (_, mark) => `for i in $(seq 500); do sleep ${mark} & done; wait`,
  "memory hog": () => 'node -e "const a = []; for (;;) a.push(Buffer.alloc(16 << 20, 1))"',
  "large file": () => "head -c 200M /dev/zero > big; dd if=/dev/zero of=src/big bs=1M count=100",
  "sparse file": () => "truncate -s 1T huge; truncate -s 15M large",
  "flood of output": () => "yes 'all passed'",
  "flood of errors without a line break": () => "tr '\\0' x < /dev/zero >&2",
  "endless loop": () => "while :; do :; done",
  "deaf to signals": (_, mark) => `trap '' TERM HUP INT QUIT; sleep ${mark}; sleep ${mark}`,
  "stopped by itself": (_, mark) => `sleep ${mark} & kill -STOP $! $$`,
  "kills the harness": ({ harness }) => `kill -9 ${harness}; kill -9 -1; kill -9 1; kill -9 $PPID; sleep 0.1`,
  "closed folders": () =>
    "mkdir -p deep/er; touch deep/er/x; chmod 000 deep/er/x deep/er deep src/add.js; chmod 555 test; chmod 000 src .git test; chmod 000 .",
  "very many files": () =>
    "node -e \"const fs = require('fs'); fs.mkdirSync('many'); for (let i = 0; i < 20000; i++) fs.writeFileSync('many/' + i, '')\"",
  "very deep folders": () =>
    "node -e \"for (let i = 0; i < 500; i++) { require('fs').mkdirSync('deeper-and-deeper'); process.chdir('deeper-and-deeper') }\"",
  "names that are none": () =>
    "printf x > \"$(printf 'a\\nb\\033[2J\\377')\"; touch -- '-rf' '*' '$(touch pwned)' ';reboot'",
  "environment of others": () =>
    "(env; cat /proc/*/environ /proc/*/cmdline; cat /proc/self/mountinfo) 2>/dev/null | tr '\\0' '\\n' | tee loot.txt; rev loot.txt > toor; base64 loot.txt > l64",
  "secrets of the suite": ({ suiteFolder, outside }) =>
    `cat ${suiteFolder}/suite.json ${suiteFolder}/hidden/test/* ${suiteFolder}/solution/src/* ${outside}/*; find / -name 'suite.json' -o -name 'x.db' -o -name '.x' 2>/dev/null; grep -rl secret-answer / --include='*.js' 2>/dev/null | head; ls -la /proc/*/cwd /proc/*/root 2>/dev/null; git log --all -p | grep secret; true`,
  "home and keys": () =>
    "cat ~/.ssh/* ~/.npmrc ~/.aws/* /root/.bash* /home/*/* /etc/shadow; ls /root /home /work; true",
  "writes everywhere": ({ outside, suiteFolder }) =>
    `echo pwned > ${outside}/canary.txt; echo pwned > ${suiteFolder}/suite.json; touch ${outside}/new /etc/pwned /usr/pwned /pwned ~/.bashrc ../pwned; ln -s ${outside} out; echo pwned > out/canary.txt; mkdir -p ${outside}; echo pwned > ${outside}/canary.txt; true`,
  "usage by a link": ({ outside }) =>
    `rm -f "$X_USAGE"; ln -s ${outside}/canary.txt "$X_USAGE"; ln -s ${outside} "$(dirname "$X_USAGE")/out"`,
  "usage by a pipe": () => 'rm -f "$X_USAGE"; mkfifo "$X_USAGE"',
  "usage below nothing": () => `echo '{"tokens":{"input":-5,"output":1e99},"cost":-3}' > "$X_USAGE"`,
  "usage that is no number": () => `echo '{"tokens":{"input":"NaN","output":null},"cost":NaN}' > "$X_USAGE"`,
  "usage beyond all": () => `echo '{"cost":1e308}' > "$X_USAGE"`,
  "usage without end": () => 'yes \'{"cost":0}\' | head -c 1M > "$X_USAGE"',
  "loopback of the host": ({ port }) =>
    `node -e "for (const host of ['127.0.0.1', '::1', 'localhost']) require('net').connect(${port}, host).on('error', (e) => console.log(e.code)).on('connect', () => console.log('reached'))"`,
};
