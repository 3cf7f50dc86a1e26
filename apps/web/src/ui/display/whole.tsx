import css from './whole.module.css';

/** A number or date with hyphens, such as 'AC-2026-001531' or '20-Nov-2026'. */
const hyphened =
  /((?<![\p{L}\p{M}\p{N}-])(?=[\p{L}\p{M}-]*\p{N})[\p{L}\p{M}\p{N}]{1,12}(?:-[\p{L}\p{M}\p{N}]{1,12}){1,3}(?![\p{L}\p{M}\p{N}-]))/u;

/** Renders a text in which no line ends inside a number or date with hyphens. */
export function Whole({ children }: { readonly children: string }) {
  // Every second part is one that the pattern captured. Parts do not move, so that their place is their key.
  return children.split(hyphened).map((part, place) =>
    place % 2 === 1 ? (
      <span key={place} className={css.whole}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}
