import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../examples/verify-statement/', import.meta.url));

export interface VerifierOptions {
  readonly kept?: readonly string[];
  readonly keys?: string;
  readonly fingerprints?: readonly string[];
  readonly witness?: readonly string[];
  readonly after?: readonly string[];
  readonly head?: string;
  readonly allowWithheld?: boolean;
}
export type Question = readonly [texts: readonly string[], options: VerifierOptions];
export interface Answer {
  readonly code: number;
  readonly lines: readonly string[];
}

/** Asks a verifier all questions in one process. */
export type Verifier = (questions: readonly Question[]) => Answer[];

const NODE = `
  import { verify } from ${JSON.stringify(`${FOLDER}verify.mjs`)};
  import { readFileSync } from 'node:fs';
  const questions = JSON.parse(readFileSync(0, 'utf8'));
  console.log(JSON.stringify(questions.map(([texts, options]) => verify(texts, options))));`;
const PYTHON = `
import json, sys
sys.path.insert(0, ${JSON.stringify(FOLDER)})
from verify import verify
names = {"allowWithheld": "allow_withheld"}
answers = []
for texts, options in json.load(sys.stdin):
    code, lines = verify(texts, **{names.get(name, name): value for name, value in options.items()})
    answers.append({"code": code, "lines": lines})
print(json.dumps(answers))`;

function asked(command: string, words: readonly string[]): Verifier {
  return (questions) => {
    const input = JSON.stringify(questions);
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
    const { stdout, stderr } = spawnSync(command, words, {
      ...{ input, env, encoding: 'utf8', maxBuffer: 1e8 },
    });
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout) as Answer[];
  };
}

export const IN_NODE = asked(process.execPath, ['--input-type=module', '-e', NODE]);
export const IN_PYTHON = asked('python3', ['-c', PYTHON]);

/** Why the one in Python cannot run here. */
export const NO_PYTHON =
  spawnSync('python3', ['--version']).status === 0 ? undefined : 'python3 is not installed';

export const COMMANDS = [
  [process.execPath, `${FOLDER}verify.mjs`],
  ['python3', `${FOLDER}verify.py`],
] as const;

/** Runs a verifier as a command, with files of these texts, which it writes into the folder. */
export const commandsIn =
  (folder: () => string) =>
  async (
    command: readonly string[],
    words: readonly (string | { text: string })[],
  ): Promise<readonly [code: number | null, said: string]> => {
    const named = words.map(async (word, index) => {
      if (typeof word === 'string') return word;
      const file = join(folder(), String(index));
      await writeFile(file, word.text);
      return file;
    });
    const [program = '', ...more] = [...command, ...(await Promise.all(named))];
    const { status, stdout } = spawnSync(program, more, { encoding: 'utf8' });
    return [status, stdout];
  };
