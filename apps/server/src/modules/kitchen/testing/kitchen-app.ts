/** An app whose café has a kitchen screen, and a burger that goes there. */
import type { TestEngine } from '../../../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../../testing/test-app.ts';
import { addMenuItem } from '../../bill/testing/shop.ts';

/** Returns the app and the id of the burger. */
export async function kitchenApp(on: TestEngine): Promise<{ readonly app: TestApp; readonly burger: number }> {
  const app = await testApp(on);
  await app.store.writeOrg((db) =>
    db.updateTable('outlet').set({ features: '["Kitchen"]' }).where('id', '=', app.cafe).execute(),
  );
  const burger = await addMenuItem(app.store, app.cafe, {
    name: 'Burger',
    sizes: JSON.stringify([{ value: 'Small', sellingPrice: 5000, isDefault: true }]),
    type: 'Kitchen',
  });
  return { app, burger };
}
