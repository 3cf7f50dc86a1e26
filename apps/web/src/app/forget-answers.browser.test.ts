import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useSession } from '../session/session.ts';
import { openTill } from '../sync/testing/till.ts';
import { cafe, shop } from '../sync/testing/till-user.ts';
import { forgetAnswersOfOthers } from './forget-answers.ts';

const queries = new QueryClient();
let stop: () => void;

beforeEach(async () => {
  await openTill();
  useSession.setState({ scope: cafe });
  stop = forgetAnswersOfOthers(queries);
  queries.setQueryData(['delivery.riders'], ['Ali']);
});
afterEach(() => stop());

const riders = () => queries.getQueryData(['delivery.riders']);

it('[R15.5] forgets what the server answered for another outlet', () => {
  useSession.setState({ scope: { ...cafe } });
  expect(riders()).toEqual(['Ali']);
  useSession.setState({ scope: shop });
  expect(riders()).toBeUndefined();
});

it('[R35.77] forgets what the server answered for another person, and keeps it when a token is renewed', () => {
  const { user } = useSession.getState();
  if (!user) throw new Error('nobody is signed in');
  useSession.setState({ user: { ...user, token: `${user.token}-renewed` } });
  expect(riders()).toEqual(['Ali']);
  useSession.setState({ user: { ...user, email: 'other@atoll.test' } });
  expect(riders()).toBeUndefined();
});
