/** The print server's configuration: read once from the environment and checked. */
import { printPort } from '@atoll/domain/contract/bill/print-answer';
import * as z from 'zod/mini';

export interface PrintConfig {
  readonly port: number;
  readonly origins: readonly string[];
  readonly dataDir: string;
}

const environment = z.object({
  PRINT_PORT: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535)), printPort),
  PRINT_ORIGINS: z._default(z.string(), ''),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), './data'),
});

/** Reads the configuration. Throws an error that names the wrong variables. */
export function readConfig(env: NodeJS.ProcessEnv): PrintConfig {
  const { data, error } = environment.safeParse(env);
  if (!data) throw new Error(z.prettifyError(error));
  const origins = data.PRINT_ORIGINS.split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const wrong = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
  if (wrong) throw new Error(`PRINT_ORIGINS: '${wrong}' is not an origin such as https://pos.example.com`);
  return { port: data.PRINT_PORT, origins, dataDir: data.DATA_DIR };
}
