/** Finds migrations without a mark, or that do what their mark excludes. Source: R34.15, docs/migrations.md#marks. */
import { markProblem } from '../../apps/server/src/platform/store/migration-mark.ts';
import type { Problem, TextFile } from './problem.ts';

export function migrationProblems(code: readonly TextFile[]): Problem[] {
  return code.flatMap(({ path, text }) => {
    const [, number] = /^apps\/server\/src\/migrations\/(\d{4})_/.exec(path) ?? [];
    const message = number === undefined ? null : markProblem({ number: Number(number), text });
    return message === null ? [] : [{ path, line: 1, message }];
  });
}
