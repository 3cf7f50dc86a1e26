import { Fragment } from 'react';
import { useTranslation } from '../../../locale/use-translation.ts';
import { useApp } from '../../../sync/app-store.ts';
import { type ReportBlock, reportBlocks, reportHead } from './report-blocks.ts';
import type { ReportLine, ReportSubject } from './report-line.ts';
import css from './shift-report.module.css';

interface ShiftReportProps {
  readonly subject: ReportSubject;
  /** For example 'X report' or 'Z report 12'. */
  readonly title: string;
}

/** Shows every figure of a shift as an X report (so far) or a Z report (closed). The browser can print it on any paper size. */
export function ShiftReport({ subject, title }: ShiftReportProps) {
  const { t } = useTranslation();
  const outlet = useApp((state) => state.outlet);
  return (
    <article className={css.report} data-report="">
      <header className={css.head}>
        <h3>{title}</h3>
        <p>{outlet?.name}</p>
        {reportHead(subject, t).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </header>
      {reportBlocks(subject, t).map((block) =>
        block.title === '' ? <Sums key="" lines={block.lines} /> : <Block key={block.title} block={block} />,
      )}
    </article>
  );
}

/** Shows the lines of a block without a title. */
function Sums({ lines }: { readonly lines: readonly ReportLine[] }) {
  return (
    <dl className={css.sums}>
      {lines.map(({ label, value, isStrong }) => (
        <Fragment key={label}>
          <dt className={isStrong ? css.total : undefined}>{label}</dt>
          <dd className={isStrong ? css.total : undefined}>
            <bdi dir="ltr">{value}</bdi>
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** Shows a block: its title and its lines. */
function Block({ block }: { readonly block: ReportBlock }) {
  return (
    <section className={css.block}>
      <h4>{block.title}</h4>
      {block.lines.map(({ label, value, isStrong }, index) => (
        <p key={`${index} ${label}`} className={css.line} data-strong={isStrong ?? false}>
          <span>{label}</span>
          <span>
            <bdi dir="ltr">{value}</bdi>
          </span>
        </p>
      ))}
    </section>
  );
}
