/** What a plan for each system is made from. */
import type { Service } from './systemd-unit.ts';
import type { TillTrust } from './till/policies.ts';

/** What the changes of each system are made from. */
export interface Wanted {
  readonly service: Service;
  readonly values: Readonly<Record<string, string>>;
  readonly starts: boolean;
  /** The network that the firewall opens the server for, and its TCP ports; null when nothing is to be set. */
  readonly open: { readonly range: string; readonly ports: readonly number[]; readonly hasMdns: boolean } | null;
  readonly staysAwake: boolean;
  /** The folder of the machine that copies go to; null for none and for another machine. */
  readonly copies: string | null;
  /** What browsers of a till are to allow and to trust; null on a server, and for a server without https. */
  readonly trust: TillTrust | null;
}
