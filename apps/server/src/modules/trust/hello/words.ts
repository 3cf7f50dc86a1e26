/** The texts of `/hello`, which is read before the app and its catalogue can be opened. Source: R31.14. */
import type { System } from '../systems.ts';

export const helloLanguages = ['en', 'dv'] as const;
export type HelloLanguage = (typeof helloLanguages)[number];

export interface HelloWords {
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  readonly welcome: (shop: string) => string;
  readonly why: string;
  readonly trustsNo: string;
  readonly trustsYes: string;
  readonly get: string;
  readonly again: string;
  readonly compare: string;
  readonly compareHint: string;
  readonly otherDevice: string;
  readonly open: string;
  readonly noAuthority: string;
  readonly steps: Readonly<Record<System, readonly string[]>>;
}

const en: HelloWords = {
  name: 'English',
  direction: 'ltr',
  welcome: (shop) => `Welcome to ${shop}`,
  why: 'Install the certificate of the shop once on each device. Then the app opens without a warning and works offline.',
  trustsNo: 'This device trusts the shop: no',
  trustsYes: 'This device trusts the shop: yes',
  get: 'Get the certificate',
  again: 'Try again',
  compare: 'Compare',
  compareHint:
    'Setup, the start of the server, and Settings, Trust show the same digits. If they differ, do not install the certificate.',
  otherDevice: 'Another device? Scan its code with the camera.',
  open: 'Open the app',
  noAuthority: 'Nothing to install: the certificate of this server is from another authority.',
  steps: {
    windows: [
      'Tap Get the certificate, and open the file.',
      'Click Install Certificate, choose Local Machine, then Next.',
      'Choose Place all certificates in the following store, Browse, Trusted Root Certification Authorities, OK.',
      'Click Finish, close the browser, and open this page again.',
    ],
    macos: [
      'Tap Get the certificate, and open the file: Keychain Access asks for your password.',
      'Double-click the certificate, open Trust, and choose Always Trust.',
      'Close the window, and tap Try again.',
    ],
    ios: [
      'Open this page in Safari, tap Get the certificate, then Allow.',
      'Open Settings, Profile Downloaded, Install.',
      'Open Settings, General, About, Certificate Trust Settings, and switch the certificate on.',
    ],
    android: [
      'Set a screen lock if the device has none.',
      'Tap Get the certificate.',
      'Open Settings, search for CA certificate, tap Install anyway, and choose the file.',
      'Android warns of monitoring: this authority vouches for local addresses only.',
    ],
    linux: [
      'Tap Get the certificate.',
      'In Chrome or Chromium open Settings, Privacy and security, Security, Manage certificates.',
      'Under Custom choose Import at Trusted Certificates, and choose the file.',
      'Tap Try again.',
    ],
    chromeos: [
      'Tap Get the certificate.',
      'Open chrome://certificate-manager, choose Custom, then Import at Trusted Certificates.',
      'Choose the file, then tap Try again.',
    ],
    firefox: [
      'On Android use Chrome.',
      'On a computer tap Get the certificate. Open Settings, Privacy and Security, View Certificates, Authorities, Import.',
      'Choose the file, tick Trust this CA to identify websites, then OK.',
      'Tap Try again.',
    ],
  },
};

const dv: HelloWords = {
  name: 'ދިވެހި',
  direction: 'rtl',
  welcome: (shop) => `${shop} އަށް މަރުޙަބާ`,
  why: 'ކޮންމެ ޑިވައިސްއެއްގައި އެއްފަހަރު ފިހާރައިގެ ސެޓްފިކެޓް އިންސްޓޯލްކުރޭ. އެއަށްފަހު އެޕް ހުޅުވޭނެ އަދި އޮފްލައިންގައިވެސް މަސައްކަތްކުރާނެ.',
  trustsNo: 'މި ޑިވައިސް ފިހާރައަށް އިތުބާރުކުރޭ: ނޫން',
  trustsYes: 'މި ޑިވައިސް ފިހާރައަށް އިތުބާރުކުރޭ: އާނ',
  get: 'ސެޓްފިކެޓް ނަގާ',
  again: 'އަލުން މަސައްކަތްކުރޭ',
  compare: 'އަޅާކިޔާ',
  compareHint: 'ސެޓަޕާއި، ސަރވަރު ފެށުމުންނާއި، ސެޓިންގްސްގެ އިތުބާރު ބަޔުން މި އަކުރުތައް ދައްކާނެ. ތަފާތުނަމަ ސެޓްފިކެޓް އިންސްޓޯލް ނުކުރޭ.',
  otherDevice: 'އެހެން ޑިވައިސްއެއްތަ؟ އޭގެ ކޯޑް ކެމެރާއިން ސްކޭންކުރޭ.',
  open: 'އެޕް ހުޅުވާ',
  noAuthority: 'އިންސްޓޯލްކުރަންޖެހޭ އެއްޗެއް ނެތް: މި ސަރވަރުގެ ސެޓްފިކެޓް ދީފައިވަނީ އެހެން ފަރާތަކުން.',
  steps: {
    windows: [
      '«ސެޓްފިކެޓް ނަގާ» އަށް ފިތާފައި ފައިލް ހުޅުވާ.',
      'Install Certificate އަށް ފިތާ، Local Machine ހޮވާ، ދެން Next.',
      'Place all certificates in the following store ހޮވާ، Browse، Trusted Root Certification Authorities، OK.',
      'Finish އަށް ފިތާ، ބްރައުޒަރު ބަންދުކޮށް މި ޞަފްޙާ އަލުން ހުޅުވާ.',
    ],
    macos: [
      '«ސެޓްފިކެޓް ނަގާ» އަށް ފިތާފައި ފައިލް ހުޅުވާ: Keychain Access އިން ޕާސްވޯޑް އަހާނެ.',
      'ސެޓްފިކެޓަށް ދެފަހަރު ފިތާ، Trust ހުޅުވާ، Always Trust ހޮވާ.',
      'ވިންޑޯ ބަންދުކޮށް «އަލުން މަސައްކަތްކުރޭ» އަށް ފިތާ.',
    ],
    ios: [
      'މި ޞަފްޙާ Safari ގައި ހުޅުވާ، «ސެޓްފިކެޓް ނަގާ» އަށް ފިތާ، ދެން Allow.',
      'Settings، Profile Downloaded، Install ހުޅުވާ.',
      'Settings، General، About، Certificate Trust Settings ގައި ސެޓްފިކެޓް އޮންކުރޭ.',
    ],
    android: [
      'ސްކްރީން ލޮކެއް ނެތްނަމަ އެއްޗެއް ޖަހާ.',
      '«ސެޓްފިކެޓް ނަގާ» އަށް ފިތާ.',
      'Settings ގައި CA certificate ހޯދާ، Install anyway އަށް ފިތާ، ފައިލް ހޮވާ.',
      'އެންޑްރޮއިޑުން ބެލުމުގެ އިންޒާރެއް ދޭނެ: މި ސެޓްފިކެޓް ހެކިވަނީ ލޯކަލް އެޑްރެސްތަކަށް އެކަނި.',
    ],
    linux: [
      '«ސެޓްފިކެޓް ނަގާ» އަށް ފިތާ.',
      'Chrome ނުވަތަ Chromium ގައި Settings، Privacy and security، Security، Manage certificates ހުޅުވާ.',
      'Custom ގައި Trusted Certificates ގެ Import އަށް ފިތާ، ފައިލް ހޮވާ.',
      '«އަލުން މަސައްކަތްކުރޭ» އަށް ފިތާ.',
    ],
    chromeos: [
      '«ސެޓްފިކެޓް ނަގާ» އަށް ފިތާ.',
      'chrome://certificate-manager ހުޅުވާ، Custom ހޮވާ، ދެން Trusted Certificates ގެ Import.',
      'ފައިލް ހޮވާ، ދެން «އަލުން މަސައްކަތްކުރޭ» އަށް ފިތާ.',
    ],
    firefox: [
      'އެންޑްރޮއިޑުގައި Chrome ބޭނުންކުރޭ.',
      'ކޮމްޕިއުޓަރުގައި «ސެޓްފިކެޓް ނަގާ» އަށް ފިތާ. Settings، Privacy and Security، View Certificates، Authorities، Import ހުޅުވާ.',
      'ފައިލް ހޮވާ، Trust this CA to identify websites ފާހަގަކޮށް OK އަށް ފިތާ.',
      '«އަލުން މަސައްކަތްކުރޭ» އަށް ފިތާ.',
    ],
  },
};

export const helloWords: Readonly<Record<HelloLanguage, HelloWords>> = { en, dv };
