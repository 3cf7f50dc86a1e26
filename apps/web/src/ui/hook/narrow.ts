import { useMediaQuery } from '@mantine/hooks';
import { breakpoints } from '../../styles/breakpoints.ts';

/** Returns whether the screen is as narrow as a phone's; updates when it is turned. */
export const useIsNarrow = (): boolean =>
  useMediaQuery(breakpoints.phone, undefined, { getInitialValueInEffect: false }) ?? false;
