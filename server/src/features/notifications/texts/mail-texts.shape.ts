import type { AgreedKind } from '@keepsake/contract/films/lacks';
import type { PartlyShown } from '@keepsake/contract/films/partly-shown';

/** Why a film could not be made, as customers are told. */
export type FailureWhy = 'rules' | 'photo' | 'late' | 'ours';

/** The texts of one language. Amounts, dates and percentages are passed in the language's format. */
export interface MailTexts {
  /** For numbers, money and dates. */
  locale: string;
  layout: {
    greeting(name: string | undefined): string;
    /** Under the last line, above the name of the product. */
    closing: string;
    /** Why the reader gets this mail. */
    reason(product: string): string;
    support(address: string): string;
    linkFallback: string;
  };
  verifyEmail: {
    subject: string;
    intro(product: string): string;
    button: string;
    validity: string;
    otherwise: string;
  };
  resetPassword: {
    subject: string;
    intro(product: string): string;
    button: string;
    validity: string;
    otherwise: string;
  };
  setPassword: {
    subject: string;
    intro(product: string): string;
    button: string;
    validity: string;
  };
  passwordChanged: {
    subject: string;
    intro(product: string, date: string): string;
    otherwise: string;
    button: string;
  };
  twoStepChanged: {
    subject: string;
    on(product: string, date: string): string;
    off(product: string, date: string): string;
    codes(product: string, date: string): string;
    otherwise: string;
  };
  accountExists: {
    subject: string;
    intro(product: string): string;
    forgotten: string;
    button: string;
    otherwise: string;
  };
  dataExportReady: {
    subject: string;
    intro(product: string): string;
    button: string;
    kept(days: number): string;
  };
  orderConfirmed: {
    subject: string;
    intro: string;
    /** If there was nothing to pay. */
    introFree: string;
    next: string;
    invoiceAttached(number: string): string;
    invoiceFollows: string;
    lines: {
      base(photos: number, price: string): string;
      volume_discount(percent: string): string;
      variants(further: number, price: string): string;
      variant_discount(percent: string): string;
      package_discount(percent: string): string;
    };
    total: string;
    consents(date: string): string;
    button: string;
  };
  paymentFailed: {
    subject: string;
    intro: string;
    again: string;
  };
  refundMade: {
    subject: string;
    intro(sum: string): string;
    /** When the reader's bank shows it. */
    arrives: string;
    /** Above the films that were refunded. */
    films: string;
    filmsStay: string;
    filmsGone: string;
    allGone: string;
  };
  /** The bank sent a refund back. */
  refundFailed: {
    subject: string;
    intro(sum: string): string;
    next: string;
  };
  /** What films show, or may show, instead of their effect. */
  standIns: Record<AgreedKind, string>;
  /** Films that show something else than their effect, without agreement, as one line. */
  shows(films: string[], standIn: AgreedKind): string;
  /** Films of which the customer agreed, before paying, that they show something else than their effect, as one line. */
  asAgreed(films: string[], standIn: AgreedKind): string;
  /** Films that show their effect, but not everybody in the photo does, as one line. */
  partly(films: string[], shown: PartlyShown): string;
  filmsReady: {
    subject(done: number): string;
    intro(done: number): string;
    someFailed(failed: number): string;
    /** After films that show another effect than the one ordered, without agreement: where the reasons are, and that they are owed. */
    owed: string;
    reasons: string;
    /** Films and the reason that they share, as one line. */
    failedFilms(names: string[], why: string): string;
    film(effect: string, number: number, photo: string): string;
    /** Alternative text of the picture. */
    picture(film: string): string;
    /** Which film the link opens. */
    opens(film: string): string;
    why: Record<FailureWhy, string>;
    whatNow: string;
    /** If no film could be made. */
    noneSubject: string;
    noneIntro: string;
    kept(days: number, until: string): string;
    button(done: number): string;
  };
  /** Films that had failed when the set was announced as ready. */
  lateFilmsReady: {
    subject: string;
    intro(done: number): string;
  };
  /** Granted films; `done` is how many films the set has now. */
  givenFilmsReady: {
    subject: string;
    intro(done: number): string;
  };
  deletionReminder: {
    subject(days: number): string;
    intro(days: number, date: string): string;
    advice: string;
    button: string;
  };
  unpaidReminder: {
    subject: string;
    intro: string;
    deletion(days: number, date: string): string;
    otherwise: string;
    button: string;
  };
  adminAlert: {
    subject(product: string): string;
    intro: string;
    button: string;
  };
}
