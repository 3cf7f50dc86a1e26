import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BusMessage } from './bus.ts';
import { packPayload, payloadLimit, unpackPayload } from './envelope.ts';

fc.configureGlobal({ seed: 2026 });

const notify = (message: string): BusMessage => ({ kind: 'notify', outlet: 1, message, except: 'c' });

describe('bus payloads', () => {
  it('packs at most 40 messages and 7,999 bytes, loses nothing and keeps the order', () => {
    const texts = fc.array(fc.string({ unit: 'binary', maxLength: 500 }), { maxLength: 120 });
    fc.assert(
      fc.property(texts, (all) => {
        const queue = all.map(notify);
        const got: BusMessage[] = [];
        while (queue.length > 0) {
          const payload = packPayload('a', queue) ?? '';
          expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(payloadLimit);
          const messages = unpackPayload('b', payload) ?? [];
          expect(messages.length).toBeGreaterThan(0);
          expect(messages.length).toBeLessThanOrEqual(40);
          got.push(...messages);
        }
        expect(got).toEqual(all.map(notify));
      }),
      { numRuns: 30 },
    );
  });

  it('packs at most 40 short messages', () => {
    const queue = Array.from({ length: 100 }, (_, i) => notify(`${i}`));
    expect(unpackPayload('b', packPayload('a', queue) ?? '')).toHaveLength(40);
    expect(queue).toHaveLength(60);
  });

  it('leaves out a message that fits in no payload', () => {
    const queue = [notify('a'), notify('x'.repeat(9000)), notify('b')];
    expect(unpackPayload('b', packPayload('a', queue) ?? '')).toEqual([notify('a'), notify('b')]);
    const alone = [notify('x'.repeat(9000))];
    expect(packPayload('a', alone)).toBeUndefined();
    expect(alone).toEqual([]);
  });

  it('ignores payloads of its own process and invalid ones', () => {
    expect(unpackPayload('a', packPayload('a', [notify('x')]) ?? '')).toBeUndefined();
    for (const text of ['', 'null', '1', '{}', '{"messages":1}', '{"from":"b"'])
      expect(unpackPayload('a', text)).toBeUndefined();
  });
});
