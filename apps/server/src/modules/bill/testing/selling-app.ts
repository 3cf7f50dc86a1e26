/** A server with an open shift whose menu has one item more, for tests of what may be taken off a bill. */
import type { TestEngine } from '../../../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../../testing/test-app.ts';
import { addMenuItem, newKey } from './shop.ts';

/** Returns the server and the id of the item, which costs `sellingPrice` (laari) a plate. */
export async function sellingApp(
  on: TestEngine,
  sellingPrice: number,
): Promise<{ readonly app: TestApp; readonly item: number }> {
  const app = await testApp(on);
  const sizes = JSON.stringify([{ value: 'Plate', sellingPrice, isDefault: true }]);
  const item = await addMenuItem(app.store, app.cafe, { name: 'Reef platter', sizes });
  const { status, body } = await app.call('shift.create', {
    as: await app.signIn('Manager'),
    body: { key: newKey(), openingBalance: 0 },
  });
  if (status !== 200) throw new Error(`No shift was opened: ${body.message}`);
  return { app, item };
}
