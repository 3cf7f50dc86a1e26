import { useMediaQuery } from '@mantine/hooks';

/** A phone upright: what is beside each other elsewhere stands in steps or is folded there. */
export const narrow = '(max-width: 699px)';

/** Answers whether the screen is as narrow as a phone's, also when it is turned. */
export const useIsNarrow = (): boolean => useMediaQuery(narrow, undefined, { getInitialValueInEffect: false }) ?? false;
