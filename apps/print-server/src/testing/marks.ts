/** What a printed document of a test bears of its job, its printer and the time. */
export const marks = {
  job: '3f9c21',
  printer: 'Front',
  copyNo: 0,
  printedTime: { date: '20-Nov-2026', time: '21:05' },
  mayBeDuplicate: false,
  lateSince: null,
};
