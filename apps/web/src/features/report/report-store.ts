import { defaultRange } from '@atoll/domain/date/ranges';
import type { ReportConfig } from '@atoll/domain/report/report';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface ReportChoices {
  /** The last configuration of each person, by user id. */
  readonly last: Readonly<Record<number, ReportConfig>>;
  remember(userId: number, config: ReportConfig): void;
}

const firstConfig: ReportConfig = { reportKey: 'sales', range: defaultRange, compareTo: 'None', filters: {} };

/** Remembers the last configuration of each person on this device. */
export const useReportChoices = create<ReportChoices>()(
  persist(
    (set) => ({
      last: {},
      remember: (userId, config) => set(({ last }) => ({ last: { ...last, [userId]: config } })),
    }),
    { name: 'report-choices' },
  ),
);

/** Returns a person's last configuration, or today's sales. */
export const lastConfig = (last: ReportChoices['last'], userId: number | undefined): ReportConfig =>
  last[userId ?? 0] ?? firstConfig;
