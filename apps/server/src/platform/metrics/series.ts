/** Series whose values are read when a monitor asks. */
import { Counter, Gauge, type Registry } from 'prom-client';

/** A value; or one for each value of the label; null when there is none. */
export type Values = number | null | ReadonlyMap<string, number>;

export interface Series {
  /** Without the prefix `atoll_`. A counter ends with `_total`. */
  readonly name: string;
  readonly help: string;
  readonly label?: string;
  readonly read: () => Values | Promise<Values>;
}

/** Adds series to a registry: counters by the end of their name, all others as gauges. */
export function addSeries(registry: Registry, all: readonly Series[]): void {
  for (const { name, help, label, read } of all) {
    const settings = { name: `atoll_${name}`, help, labelNames: label ? [label] : [], registers: [registry] };
    if (name.endsWith('_total')) {
      new Counter({
        ...settings,
        async collect() {
          this.reset();
          await eachValue(label, read, (labels, value) => this.inc(labels, value));
        },
      });
    } else {
      new Gauge({
        ...settings,
        async collect() {
          this.reset();
          if (!label) this.remove();
          await eachValue(label, read, (labels, value) => this.set(labels, value));
        },
      });
    }
  }
}

async function eachValue(
  label: string | undefined,
  read: Series['read'],
  put: (labels: Record<string, string>, value: number) => void,
): Promise<void> {
  const values = await read();
  if (values === null) return;
  if (typeof values === 'number') put({}, values);
  else for (const [key, value] of values) put({ [label ?? '']: key }, value);
}
