import type { Contract } from '@atoll/domain/contract/contract';
import type { AnswerOf } from '@atoll/domain/contract/platform/endpoint';

/** How the off-site copies are. */
export type Offsite = AnswerOf<Contract['offsite.read']>;
