interface FactListProps {
  /** Labels and values; empty values are left out. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly className?: string | undefined;
}

/** Shows labelled values; nothing for empty ones. */
export function FactList({ facts, className }: FactListProps) {
  return (
    <dl className={className}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
