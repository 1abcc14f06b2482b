import type { MailTexts } from './mail-texts.shape.ts';

const films = (n: number) => (n === 1 ? '1 film' : `${n} films`);
const days = (n: number) => (n === 1 ? '1 day' : `${n} days`);

const standIns = {
  nod: 'a nod',
  smile: 'a smile',
  breath: 'breathing only',
  picture: 'a gently moving picture',
  possible: 'whatever the photo can show',
};

const whoShows = {
  faces: (count: number, total: number) => `shown by ${count} of ${total} faces`,
  hands: (count: number) => `${count} ${count === 1 ? 'hand waves' : 'hands wave'}`,
};

export const en: MailTexts = {
  locale: 'en-US',
  layout: {
    greeting: (name) => (name === undefined ? 'Hello,' : `Hello ${name},`),
    closing: 'Kind regards',
    reason: (product) => `You receive this message because this address is used at ${product}.`,
    support: (address) => `If you have a question, please write to ${address}.`,
    linkFallback: 'If the button does not work, please copy this address into your browser:',
  },
  verifyEmail: {
    subject: 'Please verify your email address',
    intro: (product) =>
      `Thank you for registering at ${product}. Please confirm that this address is yours; then you can sign in.`,
    button: 'Verify email address',
    validity: 'The link works once and for 24 hours.',
    otherwise:
      'If you have not registered, please ignore this message: the account cannot be used without verification.',
  },
  resetPassword: {
    subject: 'Choose a new password',
    intro: (product) => `A new password was requested for your account at ${product}. You can choose it here.`,
    button: 'Choose a new password',
    validity: 'The link works once and for one hour. A new password signs you out on all devices.',
    otherwise: 'If you have not asked for it, please ignore this message: your password stays as it is.',
  },
  setPassword: {
    subject: 'Set your password',
    intro: (product) => `An account at ${product} has been prepared for you. To use it, please set a password.`,
    button: 'Set password',
    validity:
      'The link works once and for 24 hours. After that, “Forgot password” on the sign-in page brings a new one.',
  },
  passwordChanged: {
    subject: 'Your password has been changed',
    intro: (product, date) =>
      `The password of your account at ${product} was changed on ${date}. All other devices have been signed out.`,
    otherwise: 'If this was not you, please choose a new password at once and write to us.',
    button: 'Choose a new password',
  },
  twoStepChanged: {
    subject: 'Two-step sign-in of your account has changed',
    on: (product, date) =>
      `Two-step sign-in of your account at ${product} was turned on on ${date}. All other devices have been signed out.`,
    off: (product, date) =>
      `Two-step sign-in of your account at ${product} was turned off on ${date}. The password alone opens it now.`,
    codes: (product, date) =>
      `New recovery codes were made for your account at ${product} on ${date}. The old ones no longer work.`,
    otherwise: 'If this was not you, please choose a new password at once and tell another administrator.',
  },
  accountExists: {
    subject: 'You already have an account',
    intro: (product) =>
      `This address was entered at ${product} to create an account or to verify it. The account exists and is ready to use; nothing about it has been changed.`,
    forgotten: 'If you have forgotten your password, you can choose a new one on the sign-in page.',
    button: 'Sign in',
    otherwise: 'If this was not you, there is nothing you need to do.',
  },
  dataExportReady: {
    subject: 'Your data is ready to be downloaded',
    intro: (product) =>
      `You asked ${product} for everything that is kept of you: photos, films, invoices and records. It is put together in one file, which you can download from your profile.`,
    button: 'Go to my profile',
    kept: (days) => `The file is removed after ${days} days. If you did not ask for it, please change your password.`,
  },
  orderConfirmed: {
    subject: 'Your order is confirmed',
    intro: 'Thank you for your order. Your payment has arrived, and work on your films has begun.',
    introFree: 'Thank you for your order. Your set is free of charge, and work on your films has begun.',
    next: 'We will write to you as soon as they are ready.',
    invoiceAttached: (number) => `Your invoice ${number} is attached.`,
    invoiceFollows:
      'Your invoice is still being issued. As soon as it is there, you will find it at your memory set under “Download invoice”.',
    lines: {
      base: (photos, price) => `${photos === 1 ? '1 photo' : `${photos} photos`} at ${price}`,
      volume_discount: (percent) => `Discount for several photos (${percent})`,
      variants: (further, price) => `${further === 1 ? '1 further film' : `${further} further films`} at ${price}`,
      variant_discount: (percent) => `Discount for several films per photo (${percent})`,
      package_discount: (percent) => `Package discount (${percent})`,
    },
    total: 'Total paid',
    consents: (date) => `Before paying, on ${date}, you confirmed:`,
    button: 'Open your memory set',
  },
  paymentFailed: {
    subject: 'Your payment did not arrive',
    intro: 'The bank has not made the payment for your memory set. You have not been charged.',
    again: 'Your photos and your choices are saved. You can pay for the set again, for example by card.',
  },
  refundMade: {
    subject: 'Your refund',
    intro: (sum) => `We have refunded ${sum} to the card or account that you paid with.`,
    arrives: 'It usually takes five to ten working days until your bank shows it.',
    films: 'The refund is for these films:',
    filmsStay: 'Your films stay in your memory set as before.',
    filmsGone: 'We have removed these films from your memory set, and links to them no longer work.',
    allGone:
      'We have removed all films of this memory set, and links to them no longer work. Your photos are still there.',
  },
  refundFailed: {
    subject: 'Your refund has not arrived',
    intro: (sum) => `Our refund of ${sum} did not reach you: your bank has returned the money to us.`,
    next: 'You do not have to do anything. We are looking into it and will find another way to pay you back.',
  },
  standIns,
  shows: (names, standIn) => `${names.join(', ')}: ${standIns[standIn]}.`,
  asAgreed: (names, standIn) => `${names.join(', ')}: ${standIns[standIn]}, as agreed.`,
  partly: (names, { of, count, total }) => `${names.join(', ')}: ${whoShows[of](count, total)}.`,
  filmsReady: {
    subject: (done) => (done === 1 ? 'Your film is ready' : 'Your films are ready'),
    intro: (done) => `${films(done)} of your memory set ${done === 1 ? 'is' : 'are'} ready to watch and to download.`,
    owed: 'You had not agreed to that: we owe you a refund or another film for it, and settle it with you.',
    reasons: 'Your gallery says why.',
    someFailed: (failed) => `${films(failed)} could not be made so far.`,
    failedFilms: (names, why) => `${names.join(', ')}: ${why}`,
    film: (effect, number, photo) => `${effect}${number > 1 ? ` ${number}` : ''} (${photo})`,
    picture: (film) => `A picture from the film: ${film}`,
    opens: (film) => `The link opens this film: ${film}`,
    why: {
      rules: 'the service that makes the films declined it because of its rules about content.',
      photo: 'the photo could not be read well enough.',
      late: 'it is taking unusually long. If it still arrives, we add it to your set and write to you.',
      ours: 'something went wrong on our side.',
    },
    whatNow:
      'What happens now: we have been told, and look into each of these films. Where it can be made, we make it again and write to you; where it cannot, what you paid for it is settled with you. You do not need to do anything.',
    noneSubject: 'Your films could not be made yet',
    noneIntro: 'We are sorry: the films of your memory set could not be made so far. Your photos are saved.',
    kept: (n, until) =>
      `Photos and films are kept for ${days(n)}, these until ${until}. Please download what you would like to keep.`,
    button: (done) => (done === 1 ? 'Watch your film' : 'Watch your films'),
  },
  lateFilmsReady: {
    subject: 'A film that was missing is ready now',
    intro: (done) =>
      `We wrote to you that not every film of your memory set could be made. This has changed: ${films(done)} of it ${done === 1 ? 'is' : 'are'} now ready to watch and to download.`,
  },
  givenFilmsReady: {
    subject: 'A film that we gave you is ready',
    intro: (done) =>
      `We gave you a further film of your memory set, free of charge. It is ready: ${films(done)} of the set can now be watched and downloaded.`,
  },
  deletionReminder: {
    subject: (n) => `Your memory set will be deleted in ${days(n)}`,
    intro: (n, date) =>
      `The time for which we keep one of your memory sets ends soon. Its photos and films will be deleted on ${date}, in ${days(n)}.`,
    advice: 'Please download what you would like to keep before then.',
    button: 'Open your memory gallery',
  },
  unpaidReminder: {
    subject: 'Your memory set is waiting for you',
    intro: 'You have prepared a memory set that has not been paid for yet. Your photos and choices are saved.',
    deletion: (n, date) => `Unpaid sets are not kept for ever: this one will be deleted on ${date}, in ${days(n)}.`,
    otherwise: 'If you no longer want it, there is nothing you need to do.',
    button: 'Continue with your set',
  },
  adminAlert: {
    subject: (product) => `${product}: your attention is needed`,
    intro: 'Something has happened that an administrator should look at:',
    button: 'Open the admin dashboard',
  },
};
