/** Addresses of a machine, and the networks that they are in. */
import { addressBytes, type Cidr, rangeBytes } from '@atoll/domain/trust/address';

export interface Address {
  readonly address: string;
  /** The network that it is in. */
  readonly range: Cidr;
}

/** Returns the network of an address with the length of its mask. */
export function rangeOf(cidr: string): Cidr {
  const [address = '', bits = ''] = cidr.split('/');
  const { mask } = rangeBytes(`${address}/${Number(bits)}`);
  const bytes = (addressBytes(address) ?? []).map((byte, index) => byte & (mask[index] ?? 0));
  return `${bytes.join('.')}/${Number(bits)}`;
}
