interface FactListProps {
  /** What it is called, and what it is; what is empty is left out. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly className?: string | undefined;
}

/** Labelled pairs, as far as there is something to say. */
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
