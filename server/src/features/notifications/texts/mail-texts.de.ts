import type { MailTexts } from './mail-texts.shape.ts';

const days = (n: number) => (n === 1 ? '1 Tag' : `${n} Tage`);
const inDays = (n: number) => (n === 1 ? 'in 1 Tag' : `in ${n} Tagen`);

/** In German the sentence after the greeting's comma starts in lower case. */
const standIns = {
  nod: 'ein Nicken',
  smile: 'ein Lächeln',
  breath: 'nur ein Atmen',
  picture: 'ein sanft bewegtes Bild',
  possible: 'was das Foto zeigen kann',
};

const whoShows = {
  faces: (count: number, total: number) => `bei ${count} von ${total} Gesichtern`,
  hands: (count: number) => `${count} ${count === 1 ? 'Hand winkt' : 'Hände winken'}`,
};

export const de: MailTexts = {
  locale: 'de-DE',
  layout: {
    greeting: (name) => (name === undefined ? 'Guten Tag,' : `Guten Tag ${name},`),
    closing: 'Mit freundlichen Grüßen',
    reason: (product) => `Sie erhalten diese Nachricht, weil diese Adresse bei ${product} verwendet wird.`,
    support: (address) => `Wenn Sie eine Frage haben, schreiben Sie bitte an ${address}.`,
    linkFallback: 'Falls die Schaltfläche nicht funktioniert, kopieren Sie bitte diese Adresse in Ihren Browser:',
  },
  verifyEmail: {
    subject: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
    intro: (product) =>
      `vielen Dank für Ihre Registrierung bei ${product}. Bitte bestätigen Sie, dass diese Adresse Ihnen gehört; danach können Sie sich anmelden.`,
    button: 'E-Mail-Adresse bestätigen',
    validity: 'Der Link funktioniert einmal und ist 24 Stunden gültig.',
    otherwise:
      'Falls Sie sich nicht registriert haben, ignorieren Sie diese Nachricht bitte: Ohne Bestätigung kann das Konto nicht verwendet werden.',
  },
  resetPassword: {
    subject: 'Neues Passwort wählen',
    intro: (product) => `für Ihr Konto bei ${product} wurde ein neues Passwort angefordert. Sie können es hier wählen.`,
    button: 'Neues Passwort wählen',
    validity:
      'Der Link funktioniert einmal und ist eine Stunde gültig. Mit dem neuen Passwort werden Sie auf allen Geräten abgemeldet.',
    otherwise:
      'Falls Sie es nicht angefordert haben, ignorieren Sie diese Nachricht bitte: Ihr Passwort bleibt unverändert.',
  },
  setPassword: {
    subject: 'Bitte legen Sie Ihr Passwort fest',
    intro: (product) =>
      `bei ${product} wurde ein Konto für Sie vorbereitet. Um es zu verwenden, legen Sie bitte ein Passwort fest.`,
    button: 'Passwort festlegen',
    validity:
      'Der Link funktioniert einmal und ist 24 Stunden gültig. Danach erhalten Sie über „Passwort vergessen?“ auf der Anmeldeseite einen neuen.',
  },
  passwordChanged: {
    subject: 'Ihr Passwort wurde geändert',
    intro: (product, date) =>
      `das Passwort Ihres Kontos bei ${product} wurde am ${date} geändert. Alle anderen Geräte wurden abgemeldet.`,
    otherwise: 'Falls Sie das nicht waren, wählen Sie bitte sofort ein neues Passwort und schreiben Sie uns.',
    button: 'Neues Passwort wählen',
  },
  twoStepChanged: {
    subject: 'Die Anmeldung in zwei Schritten wurde geändert',
    on: (product, date) =>
      `die Anmeldung in zwei Schritten für Ihr Konto bei ${product} wurde am ${date} eingeschaltet. Alle anderen Geräte wurden abgemeldet.`,
    off: (product, date) =>
      `die Anmeldung in zwei Schritten für Ihr Konto bei ${product} wurde am ${date} ausgeschaltet. Jetzt genügt das Passwort, um es zu öffnen.`,
    codes: (product, date) =>
      `für Ihr Konto bei ${product} wurden am ${date} neue Wiederherstellungscodes erzeugt. Die alten gelten nicht mehr.`,
    otherwise:
      'Falls Sie das nicht waren, wählen Sie bitte sofort ein neues Passwort und sagen Sie einem anderen Administrator Bescheid.',
  },
  accountExists: {
    subject: 'Sie haben bereits ein Konto',
    intro: (product) =>
      `mit dieser Adresse sollte bei ${product} ein Konto angelegt oder bestätigt werden. Das Konto besteht bereits und kann verwendet werden; es wurde daran nichts geändert.`,
    forgotten: 'Falls Sie Ihr Passwort vergessen haben, können Sie auf der Anmeldeseite ein neues wählen.',
    button: 'Anmelden',
    otherwise: 'Falls Sie das nicht waren, brauchen Sie nichts zu tun.',
  },
  dataExportReady: {
    subject: 'Ihre Daten stehen zum Herunterladen bereit',
    intro: (product) =>
      `Sie haben bei ${product} alles angefordert, was über Sie gespeichert ist: Fotos, Filme, Rechnungen und Angaben. Es liegt in einer Datei bereit, die Sie in Ihrem Profil herunterladen können.`,
    button: 'Zu meinem Profil',
    kept: (days) =>
      `Die Datei wird nach ${days} Tagen gelöscht. Falls Sie das nicht angefordert haben, ändern Sie bitte Ihr Passwort.`,
  },
  orderConfirmed: {
    subject: 'Ihre Bestellung ist bestätigt',
    intro:
      'vielen Dank für Ihre Bestellung. Ihre Zahlung ist eingegangen, und die Arbeit an Ihren Filmen hat begonnen.',
    introFree: 'vielen Dank für Ihre Bestellung. Ihr Set ist kostenlos, und die Arbeit an Ihren Filmen hat begonnen.',
    next: 'Sobald sie fertig sind, schreiben wir Ihnen.',
    invoiceAttached: (number) => `Ihre Rechnung ${number} finden Sie im Anhang.`,
    invoiceFollows:
      'Ihre Rechnung wird noch ausgestellt. Sobald sie da ist, finden Sie sie bei Ihrem Set unter „Rechnung herunterladen“.',
    lines: {
      base: (photos, price) => `${photos === 1 ? '1 Foto zu' : `${photos} Fotos zu je`} ${price}`,
      volume_discount: (percent) => `Rabatt für mehrere Fotos (${percent})`,
      variants: (further, price) =>
        `${further === 1 ? '1 weiterer Film zu' : `${further} weitere Filme zu je`} ${price}`,
      variant_discount: (percent) => `Rabatt für mehrere Filme je Foto (${percent})`,
      package_discount: (percent) => `Paketrabatt (${percent})`,
    },
    total: 'Bezahlter Betrag',
    consents: (date) => `Vor der Zahlung haben Sie am ${date} bestätigt:`,
    button: 'Erinnerungsset öffnen',
  },
  paymentFailed: {
    subject: 'Ihre Zahlung ist nicht eingegangen',
    intro: 'die Bank hat die Zahlung für Ihr Erinnerungsset nicht ausgeführt. Es wurde nichts abgebucht.',
    again:
      'Ihre Fotos und Ihre Auswahl sind gespeichert. Sie können das Set noch einmal bezahlen, zum Beispiel mit Karte.',
  },
  refundMade: {
    subject: 'Ihre Erstattung',
    intro: (sum) => `wir haben Ihnen ${sum} auf die Karte oder das Konto erstattet, womit Sie bezahlt haben.`,
    arrives: 'Bis Ihre Bank den Betrag anzeigt, dauert es meist fünf bis zehn Werktage.',
    films: 'Die Erstattung gilt für diese Filme:',
    filmsStay: 'Ihre Filme bleiben wie bisher in Ihrem Erinnerungsset.',
    filmsGone: 'Diese Filme haben wir aus Ihrem Erinnerungsset entfernt. Links zu ihnen funktionieren nicht mehr.',
    allGone:
      'Alle Filme dieses Erinnerungssets haben wir entfernt. Links zu ihnen funktionieren nicht mehr. Ihre Fotos sind noch da.',
  },
  refundFailed: {
    subject: 'Ihre Erstattung ist nicht angekommen',
    intro: (sum) => `unsere Erstattung von ${sum} hat Sie nicht erreicht: Ihre Bank hat uns das Geld zurückgesandt.`,
    next: 'Sie müssen nichts tun. Wir kümmern uns darum und finden einen anderen Weg, Ihnen das Geld zurückzuzahlen.',
  },
  standIns,
  shows: (names, standIn) => `${names.join(', ')}: ${standIns[standIn]}.`,
  asAgreed: (names, standIn) => `${names.join(', ')}: ${standIns[standIn]}, wie vereinbart.`,
  partly: (names, { of, count, total }) => `${names.join(', ')}: ${whoShows[of](count, total)}.`,
  filmsReady: {
    subject: (done) => (done === 1 ? 'Ihr Film ist fertig' : 'Ihre Filme sind fertig'),
    intro: (done) =>
      done === 1
        ? '1 Film Ihres Erinnerungssets ist fertig: Sie können ihn ansehen und herunterladen.'
        : `${done} Filme Ihres Erinnerungssets sind fertig: Sie können sie ansehen und herunterladen.`,
    owed: 'Dem hatten Sie nicht zugestimmt: Wir schulden Ihnen dafür eine Erstattung oder einen anderen Film und regeln das mit Ihnen.',
    reasons: 'Warum, steht in Ihrer Galerie.',
    someFailed: (failed) =>
      `${failed === 1 ? '1 Film konnte' : `${failed} Filme konnten`} bisher nicht erstellt werden.`,
    failedFilms: (names, why) => `${names.join(', ')}: ${why}`,
    film: (effect, number, photo) => `${effect}${number > 1 ? ` ${number}` : ''} (${photo})`,
    picture: (film) => `Ein Bild aus dem Film: ${film}`,
    opens: (film) => `Der Link öffnet diesen Film: ${film}`,
    why: {
      rules: 'Der Dienst, der die Filme erstellt, hat ihn wegen seiner Regeln für Inhalte abgelehnt.',
      photo: 'Auf dem Foto ist zu wenig zu erkennen.',
      late: 'Seine Erstellung dauert ungewöhnlich lange. Kommt er doch noch, fügen wir ihn Ihrem Set hinzu und schreiben Ihnen.',
      ours: 'Auf unserer Seite ist ein Fehler aufgetreten.',
    },
    whatNow:
      'Wie es weitergeht: Wir wissen davon und gehen jedem dieser Filme nach. Wo es möglich ist, erstellen wir ihn noch einmal und schreiben Ihnen; wo nicht, klären wir mit Ihnen den Betrag, den Sie dafür bezahlt haben. Sie brauchen nichts zu tun.',
    noneSubject: 'Ihre Filme konnten noch nicht erstellt werden',
    noneIntro:
      'es tut uns leid: Die Filme Ihres Erinnerungssets konnten bisher nicht erstellt werden. Ihre Fotos sind gespeichert.',
    kept: (n, until) =>
      `Fotos und Filme werden ${days(n)} aufbewahrt, diese bis zum ${until}. Bitte laden Sie herunter, was Sie behalten möchten.`,
    button: (done) => (done === 1 ? 'Film ansehen' : 'Filme ansehen'),
  },
  lateFilmsReady: {
    subject: 'Ein fehlender Film ist jetzt fertig',
    intro: (done) =>
      `wir hatten Ihnen geschrieben, dass nicht jeder Film Ihres Erinnerungssets erstellt werden konnte. Das hat sich geändert: ${done === 1 ? '1 Film ist' : `${done} Filme sind`} jetzt fertig zum Ansehen und Herunterladen.`,
  },
  givenFilmsReady: {
    subject: 'Ein Film, den wir Ihnen geschenkt haben, ist fertig',
    intro: (done) =>
      `wir haben Ihnen einen weiteren Film zu Ihrem Erinnerungsset geschenkt. Er ist fertig: ${done === 1 ? '1 Film' : `${done} Filme`} des Sets ${done === 1 ? 'kann' : 'können'} jetzt angesehen und heruntergeladen werden.`,
  },
  deletionReminder: {
    subject: (n) => `Ihr Erinnerungsset wird ${inDays(n)} gelöscht`,
    intro: (n, date) =>
      `die Aufbewahrungszeit eines Ihrer Erinnerungssets endet bald. Seine Fotos und Filme werden am ${date} gelöscht, also ${inDays(n)}.`,
    advice: 'Bitte laden Sie vorher herunter, was Sie behalten möchten.',
    button: 'Erinnerungsgalerie öffnen',
  },
  unpaidReminder: {
    subject: 'Ihr Erinnerungsset wartet auf Sie',
    intro:
      'Sie haben ein Erinnerungsset vorbereitet, das noch nicht bezahlt ist. Ihre Fotos und Ihre Auswahl sind gespeichert.',
    deletion: (n, date) =>
      `Unbezahlte Sets werden nicht unbegrenzt aufbewahrt: Dieses wird am ${date} gelöscht, also ${inDays(n)}.`,
    otherwise: 'Wenn Sie es nicht mehr möchten, brauchen Sie nichts zu tun.',
    button: 'Mit Ihrem Set fortfahren',
  },
  adminAlert: {
    subject: (product) => `${product}: Ihre Aufmerksamkeit ist gefragt`,
    intro: 'es ist etwas geschehen, das sich eine Administratorin oder ein Administrator ansehen sollte:',
    button: 'Admin-Dashboard öffnen',
  },
};
