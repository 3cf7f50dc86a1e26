/** Reads the XML of WebDAV and S3 targets. */
import { parseXml, type XmlDocument, XmlElement } from '@rgrove/parse-xml';
import { OffsiteError } from '../offsite-error.ts';

/** The name without its prefix, which each server chooses. */
const localName = ({ name }: XmlElement): string => name.slice(name.indexOf(':') + 1);

/** Returns the elements of a name, at any depth. */
export function elementsOf(within: XmlElement | XmlDocument, name: string): XmlElement[] {
  return within.children.flatMap((child) =>
    child instanceof XmlElement ? [...(localName(child) === name ? [child] : []), ...elementsOf(child, name)] : [],
  );
}

/** Returns the text of the first element of a name; '' without one. */
export const textIn = (within: XmlElement | XmlDocument, name: string): string =>
  elementsOf(within, name)[0]?.text.trim() ?? '';

/** Throws OffsiteError when the text is no XML. */
export function readXml(text: string): XmlDocument {
  try {
    return parseXml(text);
  } catch (error) {
    throw new OffsiteError('other', String(error), error);
  }
}
