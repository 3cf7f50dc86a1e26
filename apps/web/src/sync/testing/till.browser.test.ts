import { expect, it } from 'vitest';
import { useApp } from '../app-store.ts';
import { emptyDevice } from './till.ts';

it('leaves nothing of an outlet that a test before had open', async () => {
  const { initialising: _, pageSizes: __, ...first } = useApp.getInitialState();
  const left = Object.fromEntries(
    Object.entries(first).map(([name, value]) => [name, typeof value === 'function' ? value : 'left']),
  );
  useApp.setState(left);
  await emptyDevice();
  expect(useApp.getState()).toMatchObject(first);
});
