/** A command of the project that a drill gives as a person would. */
import { requireNode, root } from '../../scripts/folder.mjs';
import { programFile } from '../../scripts/program-file.ts';
import type { Environment } from '../environment.ts';

/** Runs `npm run NAME` and returns what it printed; throws when it fails. */
export async function runCommand(
  environment: Environment,
  name: 'backup' | 'restore',
  dataDir: string,
  ...args: readonly string[]
): Promise<string> {
  const program = environment.run(requireNode(), [programFile(`tools/${name}.ts`), ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir },
  });
  await program.ended;
  const said = program.output();
  if (!/checked\.|Start the server again/.test(said)) throw new Error(`npm run ${name}: ${said}`);
  return said;
}
