/** How the server proves to an authority that a name is its own: on its port without https, or in the name server. Source: R31.9. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const hookMs = 5 * 60_000;

export interface Proof {
  readonly name: string;
  readonly token: string;
  /** What the server's port without https answers. */
  readonly answer: string;
  /** What stands in the name server: SHA-256 of the answer, base64url. */
  readonly digest: string;
}

export interface Prover {
  readonly type: 'http-01' | 'dns-01';
  show(proof: Proof): Promise<void>;
  remove(proof: Proof): Promise<void>;
  /** Returns what the port without https answers for a token; undefined for one that is not to be proven now. */
  answerOf?(token: string): string | undefined;
}

/** Returns a prover by the port without https, and what that answers for a token. */
export function httpProver(): Prover {
  const shown = new Map<string, string>();
  return {
    type: 'http-01',
    show: async ({ token, answer }) => void shown.set(token, answer),
    remove: async ({ token }) => void shown.delete(token),
    answerOf: (token) => shown.get(token),
  };
}

/** Returns a prover by the name server, which a program of the shop writes: `add|remove {name} {value}`. */
export function dnsProver(hook: string): Prover {
  const call = async (what: 'add' | 'remove', { name, digest }: Proof): Promise<void> => {
    try {
      await run(hook, [what, `_acme-challenge.${name}`, digest], { timeout: hookMs });
    } catch (error) {
      const { stderr } = error as { stderr?: string };
      const why = stderr?.trim() || (error as Error).message;
      throw new Error(`ACME_DNS_HOOK ${what} failed: ${why}`, { cause: error });
    }
  };
  return {
    type: 'dns-01',
    show: (proof) => call('add', proof),
    // A record that is left does no harm; the certificate counts.
    remove: (proof) => call('remove', proof).catch(() => undefined),
  };
}
