/** The addresses of a customer that a delivery order offers. Source: R35.47, docs/rules.md#deliveries. */

interface StoredAddress {
  readonly label?: string | undefined;
  readonly line?: string | undefined;
  readonly area?: string | undefined;
  readonly landmark?: string | undefined;
  readonly isDefault?: boolean | undefined;
}

interface WithAddresses {
  readonly address: string;
  readonly addresses?: readonly StoredAddress[] | undefined;
}

/** An address as an order takes it; `label` is '' for the customer's own address. */
export interface OfferedAddress {
  readonly label: string;
  readonly address: string;
  readonly landmark: string;
}

const maxAddress = 300;

/** Returns the addresses of a customer, each once, the default one first: the one that is marked, otherwise the customer's own address. */
export function addressesOf({ address, addresses = [] }: WithAddresses): OfferedAddress[] {
  const own: StoredAddress = { label: '', line: address };
  const rows = [own, ...addresses];
  const sorted = [...rows.filter(({ isDefault }) => isDefault), ...rows.filter(({ isDefault }) => !isDefault)];
  const offered = sorted.map(({ label = '', line = '', area = '', landmark = '' }) => ({
    label: label.trim(),
    address: [line, area]
      .map((part) => part.trim())
      .filter(Boolean)
      .join(', ')
      .slice(0, maxAddress),
    landmark: landmark.trim(),
  }));
  const isFirst = (one: OfferedAddress, index: number) =>
    offered.findIndex((other) => other.address === one.address && other.landmark === one.landmark) === index;
  return offered.filter((one, index) => one.address !== '' && isFirst(one, index));
}
