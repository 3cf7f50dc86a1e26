import { useMediaQuery } from '@mantine/hooks';

/** Media query of a phone in portrait: columns are stacked or collapsed. */
export const narrow = '(max-width: 699px)';

/** Returns whether the screen is as narrow as a phone's; updates when it is turned. */
export const useIsNarrow = (): boolean => useMediaQuery(narrow, undefined, { getInitialValueInEffect: false }) ?? false;
