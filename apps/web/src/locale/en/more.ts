import { enBackup } from './backup.ts';
import { enDashboard } from './dashboard.ts';
import { enPayment } from './payment.ts';
import { enPeople } from './people.ts';
import { enReport } from './report.ts';
import { enResource } from './resource.ts';
import { enSetting } from './setting.ts';
import { enShiftReport } from './shift-report.ts';
import { enStock } from './stock.ts';
import { enWebsite } from './website.ts';

/** The words of the other screens and of the dialogs, in English: fetched with the first of them. */
export const enMore = {
  ...enBackup,
  ...enDashboard,
  ...enPayment,
  ...enPeople,
  ...enReport,
  ...enResource,
  ...enSetting,
  ...enShiftReport,
  ...enStock,
  ...enWebsite,
};
