import { expect, test } from "vitest";
import { holdsOther, neutralConfig } from "./neutral-git.ts";

test("only what says how a repository is stored stays", () => {
  const hostile = `
[core]
	repositoryformatversion = 1
	fileMode = true
	hooksPath = /evil
	fsmonitor = evil
	sshCommand = evil
	worktree = /elsewhere
	bare = false ; evil
[core "x"]
	filemode = false
[extensions]
	objectFormat = sha256
	worktreeConfig = true
[include]
	path = /evil
[remote "origin"]
	url = https://user:token@host/
[alias]
	status = !evil
[filter "x"]
	clean = evil
[core]
	ignorecase = $(evil)
`;
  expect(neutralConfig(hostile)).toBe(`[core]
	repositoryformatversion = 1
	fileMode = true
[extensions]
	objectFormat = sha256
[user]
	name = agent
	email = agent@localhost
`);
});

test("an empty or broken configuration gives one that git takes", () => {
  const least = "[core]\n[user]\n\tname = agent\n\temail = agent@localhost\n";
  expect(neutralConfig("")).toBe(least);
  expect(neutralConfig("\0]]][[[=\n= =")).toBe(least);
});

test.each([
  ["[core]\n\tbare = false\n\tlogallrefupdates = true\n[user]\n\tname = me\n# a note\n; another\n", false],
  ["", false],
  ["[core]\n\tpager = evil\n", true],
  ["[core] pager = evil\n", true],
  ["[core]\n\tbare = false ; evil\n", true],
  ['[user "x"]\n\tname = me\n', true],
  ["[include]\n\tpath = evil\n", true],
])("%j holds what was taken out and matters: %j", (text, holds) => {
  expect(holdsOther(text)).toBe(holds);
});
