import type { MailTexts } from './mail-texts.shape.ts';

/** A Hungarian date ends with a full stop, which ends the sentence too. */
const standIns = {
  nod: 'bólintás',
  smile: 'mosoly',
  breath: 'csak lélegzés',
  picture: 'finoman mozgó kép',
  possible: 'amit a fénykép meg tud mutatni',
};

const whoShows = {
  faces: (count: number, total: number) => `${total} arcból ${count} mutatja`,
  hands: (count: number) => `${count} kéz integet`,
};

export const hu: MailTexts = {
  locale: 'hu-HU',
  layout: {
    greeting: (name) => (name === undefined ? 'Üdvözöljük!' : `Kedves ${name}!`),
    closing: 'Üdvözlettel',
    reason: (product) =>
      `Ezt az üzenetet azért kapta, mert ezt a címet megadták a következő szolgáltatásnál: ${product}.`,
    support: (address) => `Ha kérdése van, kérjük, írjon erre a címre: ${address}.`,
    linkFallback: 'Ha a gomb nem működik, kérjük, másolja ezt a címet a böngészőjébe:',
  },
  verifyEmail: {
    subject: 'Kérjük, erősítse meg e-mail-címét',
    intro: (product) =>
      `Köszönjük, hogy regisztrált (${product}). Kérjük, erősítse meg, hogy ez a cím az Öné; ezután bejelentkezhet.`,
    button: 'E-mail-cím megerősítése',
    validity: 'A hivatkozás egyszer használható, és 24 óráig érvényes.',
    otherwise:
      'Ha nem Ön regisztrált, kérjük, hagyja figyelmen kívül ezt az üzenetet: a fiók megerősítés nélkül nem használható.',
  },
  resetPassword: {
    subject: 'Új jelszó választása',
    intro: (product) => `Új jelszót kértek az Ön fiókjához (${product}). Az új jelszót itt választhatja ki.`,
    button: 'Új jelszó választása',
    validity:
      'A hivatkozás egyszer használható, és egy óráig érvényes. Az új jelszó megadásakor minden eszközön kijelentkeztetjük.',
    otherwise: 'Ha nem Ön kérte, kérjük, hagyja figyelmen kívül ezt az üzenetet: jelszava változatlan marad.',
  },
  setPassword: {
    subject: 'Kérjük, válasszon jelszót',
    intro: (product) => `Fiókot készítettünk elő Önnek (${product}). Használatához kérjük, válasszon jelszót.`,
    button: 'Jelszó választása',
    validity:
      'A hivatkozás egyszer használható, és 24 óráig érvényes. Ezután a bejelentkezési oldal „Elfelejtett jelszó” pontjával kérhet újat.',
  },
  passwordChanged: {
    subject: 'Jelszava megváltozott',
    intro: (product, date) =>
      `Fiókjának (${product}) jelszava megváltozott; a módosítás napja: ${date} Minden más eszközön kijelentkeztettük.`,
    otherwise: 'Ha nem Ön változtatta meg, kérjük, azonnal válasszon új jelszót, és írjon nekünk.',
    button: 'Új jelszó választása',
  },
  twoStepChanged: {
    subject: 'Fiókjának kétlépcsős bejelentkezése megváltozott',
    on: (product, date) =>
      `Fiókjának (${product}) kétlépcsős bejelentkezését bekapcsolták; a módosítás napja: ${date} Minden más eszközön kijelentkeztettük.`,
    off: (product, date) =>
      `Fiókjának (${product}) kétlépcsős bejelentkezését kikapcsolták; a módosítás napja: ${date} A fiókot most a jelszó egyedül is megnyitja.`,
    codes: (product, date) =>
      `Fiókjához (${product}) új helyreállító kódok készültek; a módosítás napja: ${date} A régiek már nem érvényesek.`,
    otherwise: 'Ha nem Ön volt az, kérjük, azonnal válasszon új jelszót, és szóljon egy másik adminisztrátornak.',
  },
  accountExists: {
    subject: 'Önnek már van fiókja',
    intro: (product) =>
      `Ezzel a címmel fiókot próbáltak létrehozni vagy megerősíteni (${product}). A fiók már létezik és használható; semmi sem változott rajta.`,
    forgotten: 'Ha elfelejtette a jelszavát, a bejelentkezési oldalon választhat újat.',
    button: 'Bejelentkezés',
    otherwise: 'Ha nem Ön volt az, nincs semmi teendője.',
  },
  dataExportReady: {
    subject: 'Letöltheti az adatait',
    intro: (product) =>
      `Ön kérte, hogy a ${product} adja ki mindazt, amit Önről tárol: fényképeket, filmeket, számlákat és adatokat. Egyetlen fájlba gyűjtöttük össze, amelyet a profiljából tölthet le.`,
    button: 'Tovább a profilomhoz',
    kept: (days) => `A fájlt ${days} nap múlva töröljük. Ha nem Ön kérte, kérjük, változtassa meg a jelszavát.`,
  },
  orderConfirmed: {
    subject: 'Visszaigazoljuk a megrendelését',
    intro: 'Köszönjük megrendelését. A fizetés megérkezett, filmjeinek készítését megkezdtük.',
    introFree: 'Köszönjük megrendelését. Gyűjteménye ingyenes, filmjeinek készítését megkezdtük.',
    next: 'Amint elkészülnek, értesítjük.',
    invoiceAttached: (number) => `Számláját csatoltuk. A számla száma: ${number}.`,
    invoiceFollows:
      'A számlája még készül. Amint elkészült, a gyűjteményénél a „Számla letöltése” gombbal töltheti le.',
    lines: {
      base: (photos, price) => `${photos} fénykép, darabja ${price}`,
      volume_discount: (percent) => `Kedvezmény több fénykép után (${percent})`,
      variants: (further, price) => `${further} további film, darabja ${price}`,
      variant_discount: (percent) => `Kedvezmény fényképenként több film után (${percent})`,
      package_discount: (percent) => `Csomagkedvezmény (${percent})`,
    },
    total: 'Kifizetett összeg',
    consents: (date) => `A fizetés előtt Ön a következőket erősítette meg (${date}):`,
    button: 'Emlékgyűjtemény megnyitása',
  },
  paymentFailed: {
    subject: 'A fizetés nem érkezett meg',
    intro: 'A bank nem teljesítette az emlékgyűjteményéért indított fizetést. Nem vontunk le semmilyen összeget.',
    again: 'Fényképeit és választásait megőriztük. A gyűjteményt újra kifizetheti, például bankkártyával.',
  },
  refundMade: {
    subject: 'Visszatérítés az emlékgyűjteményéért',
    intro: (sum) => `Visszatérítettünk Önnek ${sum} összeget arra a kártyára vagy számlára, amellyel fizetett.`,
    arrives: 'Általában öt–tíz munkanap telik el, amíg a jóváírás megjelenik a bankjánál.',
    films: 'A visszatérítés ezekre a filmekre vonatkozik:',
    filmsStay: 'A filmjei továbbra is megmaradnak az emlékgyűjteményében.',
    filmsGone:
      'Ezeket a filmeket eltávolítottuk az emlékgyűjteményéből, a hozzájuk vezető hivatkozások már nem működnek.',
    allGone:
      'Az emlékgyűjtemény összes filmjét eltávolítottuk, a hozzájuk vezető hivatkozások már nem működnek. A fényképei megmaradtak.',
  },
  refundFailed: {
    subject: 'Nem érkezett meg a visszatérítése',
    intro: (sum) =>
      `Az Önnek szánt ${sum} összegű visszatérítés nem érkezett meg: a bankja visszaküldte nekünk a pénzt.`,
    next: 'Önnek nincs teendője. Utánajárunk, és más módon juttatjuk vissza Önnek a pénzt.',
  },
  standIns,
  shows: (names, standIn) => `${names.join(', ')}: ${standIns[standIn]}.`,
  asAgreed: (names, standIn) => `${names.join(', ')}: ${standIns[standIn]}, a megbeszéltek szerint.`,
  partly: (names, { of, count, total }) => `${names.join(', ')}: ${whoShows[of](count, total)}.`,
  filmsReady: {
    subject: (done) => (done === 1 ? 'Elkészült a filmje' : 'Elkészültek a filmjei'),
    intro: (done) => `Emlékgyűjteményének ${done} filmje elkészült: megnézheti és letöltheti.`,
    owed: 'Ehhez Ön nem járult hozzá: visszatérítéssel vagy egy másik filmmel tartozunk érte, és ezt rendezzük Önnel.',
    reasons: 'Hogy miért, azt a galériájában olvashatja.',
    someFailed: (failed) => `${failed} filmet egyelőre nem sikerült elkészíteni.`,
    failedFilms: (names, why) => `${names.join(', ')}: ${why}`,
    film: (effect, number, photo) => `${effect}${number > 1 ? ` ${number}` : ''} (${photo})`,
    picture: (film) => `Kép a filmből: ${film}`,
    opens: (film) => `A hivatkozás ezt a filmet nyitja meg: ${film}`,
    why: {
      rules: 'a filmeket készítő szolgáltatás a tartalmi szabályai miatt nem fogadta el.',
      photo: 'a fényképen túl kevés ismerhető fel.',
      late: 'szokatlanul sokáig készül. Ha mégis megérkezik, hozzáadjuk a gyűjteményéhez, és írunk Önnek.',
      ours: 'a mi oldalunkon történt hiba.',
    },
    whatNow:
      'Mi történik most: tudunk a hibáról, és minden ilyen filmnek utánajárunk. Amelyik elkészíthető, azt újra elkészítjük, és írunk Önnek; amelyik nem, annak az árát rendezzük Önnel. Önnek nincs teendője.',
    noneSubject: 'Filmjeit egyelőre nem sikerült elkészíteni',
    noneIntro: 'Sajnáljuk: emlékgyűjteményének filmjeit egyelőre nem sikerült elkészíteni. Fényképeit megőriztük.',
    kept: (n, until) =>
      `A fényképeket és a filmeket ${n} napig őrizzük meg; ezek törlésének napja: ${until} Kérjük, töltse le, amit meg szeretne tartani.`,
    button: (done) => (done === 1 ? 'Film megtekintése' : 'Filmek megtekintése'),
  },
  lateFilmsReady: {
    subject: 'Elkészült egy hiányzó filmje',
    intro: (done) =>
      `Azt írtuk Önnek, hogy emlékgyűjteményének nem minden filmjét sikerült elkészíteni. Ez megváltozott: most már ${done} film kész, megnézheti és letöltheti.`,
  },
  givenFilmsReady: {
    subject: 'Elkészült az ajándékba kapott filmje',
    intro: (done) =>
      `Díjmentesen egy további filmet adtunk emlékgyűjteményéhez. Elkészült: a gyűjteményben most már ${done} film nézhető meg és tölthető le.`,
  },
  deletionReminder: {
    subject: (n) => `Emlékgyűjteményét ${n} nap múlva töröljük`,
    intro: (n, date) =>
      `Hamarosan lejár az egyik emlékgyűjteményének megőrzési ideje. Fényképeit és filmjeit ${n} nap múlva töröljük; a törlés napja: ${date}`,
    advice: 'Kérjük, addig töltse le, amit meg szeretne tartani.',
    button: 'Emlékgaléria megnyitása',
  },
  unpaidReminder: {
    subject: 'Emlékgyűjteménye várja Önt',
    intro: 'Összeállított egy emlékgyűjteményt, amelyet még nem fizetett ki. Fényképeit és választásait megőriztük.',
    deletion: (n, date) =>
      `A ki nem fizetett gyűjteményeket nem őrizzük meg korlátlan ideig: ezt ${n} nap múlva töröljük; a törlés napja: ${date}`,
    otherwise: 'Ha már nincs rá szüksége, nincs semmi teendője.',
    button: 'Gyűjtemény folytatása',
  },
  adminAlert: {
    subject: (product) => `${product}: az Ön figyelmére van szükség`,
    intro: 'Olyasmi történt, amelyet egy adminisztrátornak érdemes megnéznie:',
    button: 'Adminisztrációs felület megnyitása',
  },
};
