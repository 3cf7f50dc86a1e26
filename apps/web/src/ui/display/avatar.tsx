import styles from './avatar.module.css';
import { firstLetters } from './first-letters.ts';

/** Returns the first letters of the first and last word that have one. */
export function initials(name: string): string {
  const letters = firstLetters(name);
  return [letters[0], letters.length > 1 ? letters.at(-1) : ''].join('').toLocaleUpperCase();
}

/** Returns a hue of 0…359, always the same for a name. */
export function hueOf(name: string): number {
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 3600;
  return (sum % 12) * 30 + 10;
}

interface AvatarProps {
  name: string;
  image?: string | null | undefined;
  size?: number;
  /** The picture is a logo, which is shown whole; of a photo the middle is shown. */
  isLogo?: boolean;
}

/** Shows a picture, or initials on a tint derived from the name. Hidden from screen readers, because the name is beside it. */
export function Avatar({ name, image, size = 36, isLogo }: AvatarProps) {
  const box = { inlineSize: size, blockSize: size, fontSize: Math.round(size * 0.38), '--tint-hue': hueOf(name) };
  if (image) return <img className={styles.avatar} data-logo={isLogo} style={box} src={image} alt="" />;
  return (
    <span className={styles.avatar} style={box} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
