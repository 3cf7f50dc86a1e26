import type { dashboard } from '@atoll/domain/contract/platform/app';
import type { AnswerOf } from '@atoll/domain/contract/platform/endpoint';

/** The figures of the dashboard for a range of business days. */
export type Figures = AnswerOf<typeof dashboard>;
