import type { DebitOutcome } from './bank-debit.ts';
import type { Refusal } from './cards.ts';
import type { Language } from './page-language.ts';

export type PageTexts = {
  notice: string;
  order: string;
  total: string;
  payByCard: string;
  useTestCard: (number: string) => string;
  email: string;
  number: string;
  expiry: string;
  cvc: string;
  name: string;
  pay: string;
  cancel: string;
  testCards: string;
  testCardsHint: string;
  succeeds: string;
  errorPrefix: string;
  problemsTitle: string;
  declinedTitle: string;
  nothingCharged: string;
  backTo: (shop: string) => string;
  payByDebit: string;
  debitHint: string;
  debitOutcome: string;
  debitOutcomes: Record<DebitOutcome, string>;
  payDebit: string;
  underWayTitle: string;
  underWayText: string;
  paidTitle: string;
  paidText: string;
  expiredTitle: string;
  expiredText: string;
  unknownTitle: string;
  unknownText: string;
  refusals: Record<Refusal, string>;
};

const en: PageTexts = {
  notice: 'Test checkout – no real card is charged',
  order: 'Your order',
  total: 'Total',
  payByCard: 'Pay by card',
  useTestCard: (number) => `Please use a test card, for example ${number}.`,
  email: 'E-mail',
  number: 'Card number',
  expiry: 'Expiry (MM/YY)',
  cvc: 'CVC',
  name: 'Name on card',
  pay: 'Pay',
  cancel: 'Cancel',
  testCards: 'Test cards',
  testCardsHint: 'Any date in the future, any three digits as CVC and any name will do.',
  succeeds: 'The payment succeeds.',
  errorPrefix: 'Error',
  problemsTitle: 'Please check these details',
  declinedTitle: 'The payment did not go through',
  nothingCharged: 'Nothing was charged. You can try again.',
  backTo: (shop) => `Back to ${shop}`,
  payByDebit: 'Bank debit (takes a moment)',
  debitHint:
    'No bank is asked. The order is complete at once, its money comes or fails a few seconds later, as with a real debit some days later.',
  debitOutcome: 'What the bank says in the end',
  debitOutcomes: { succeed: 'The debit succeeds', fail: 'The debit fails' },
  payDebit: 'Pay by bank debit',
  underWayTitle: 'This payment is on its way',
  underWayText: 'The bank has not said its word yet. There is nothing left to do here.',
  paidTitle: 'This order is already paid',
  paidText: 'Your payment has arrived. There is nothing left to do here.',
  expiredTitle: 'This checkout is closed',
  expiredText:
    'It has expired, or a newer one has taken its place. Nothing was charged. You can start again in the shop.',
  unknownTitle: 'There is no such checkout',
  unknownText: 'Please check the address, or start again in the shop.',
  refusals: {
    number_missing: 'Enter your card number.',
    number_invalid: 'Your card number is invalid.',
    expiry_invalid: 'Enter the expiry date like this: 04/29.',
    expiry_past: "Your card's expiry date is in the past.",
    cvc_invalid: 'Enter the three digits on the back of the card.',
    name_missing: 'Enter the name on the card.',
    email_invalid: 'Enter an e-mail address, for example anna@example.com.',
    card_declined: 'Your card was declined.',
    insufficient_funds: 'Your card has insufficient funds.',
    expired_card: 'Your card has expired.',
    incorrect_cvc: "Your card's security code is incorrect.",
    not_a_test_card: 'Your card was declined: this is a test checkout. Please use one of the test cards listed below.',
  },
};

const hu: PageTexts = {
  notice: 'Tesztfizetés – valódi kártyát nem terhelünk meg',
  order: 'Az Ön rendelése',
  total: 'Összesen',
  payByCard: 'Fizetés kártyával',
  useTestCard: (number) => `Kérjük, tesztkártyát használjon, például: ${number}.`,
  email: 'E-mail-cím',
  number: 'Kártyaszám',
  expiry: 'Lejárat (HH/ÉÉ)',
  cvc: 'CVC',
  name: 'A kártyán szereplő név',
  pay: 'Fizetés',
  cancel: 'Mégse',
  testCards: 'Tesztkártyák',
  testCardsHint: 'Bármely jövőbeli dátum, bármely három számjegy CVC-nek és bármely név megfelel.',
  succeeds: 'A fizetés sikeres.',
  errorPrefix: 'Hiba',
  problemsTitle: 'Kérjük, ellenőrizze az alábbi adatokat',
  declinedTitle: 'A fizetés nem sikerült',
  nothingCharged: 'Nem terheltünk meg semmilyen összeget. Újra megpróbálhatja.',
  backTo: (shop) => `Vissza ide: ${shop}`,
  payByDebit: 'Bankszámláról (eltart egy kicsit)',
  debitHint:
    'Egyetlen bankot sem kérdezünk meg. A rendelés azonnal lezárul, az összeg néhány másodperc múlva érkezik meg vagy marad el, ahogy valódi terhelésnél néhány nap múlva.',
  debitOutcome: 'Mit mond végül a bank',
  debitOutcomes: { succeed: 'A terhelés sikerül', fail: 'A terhelés nem sikerül' },
  payDebit: 'Fizetés bankszámláról',
  underWayTitle: 'Ez a fizetés úton van',
  underWayText: 'A bank még nem döntött. Itt nincs több teendője.',
  paidTitle: 'Ezt a rendelést már kifizették',
  paidText: 'A fizetése megérkezett. Itt nincs több teendője.',
  expiredTitle: 'Ez a fizetési oldal lezárult',
  expiredText:
    'Lejárt, vagy egy újabb lépett a helyébe. Nem terheltünk meg semmilyen összeget. A boltban újra elkezdheti.',
  unknownTitle: 'Nincs ilyen fizetési oldal',
  unknownText: 'Kérjük, ellenőrizze a címet, vagy kezdje újra a boltban.',
  refusals: {
    number_missing: 'Adja meg a kártyaszámot.',
    number_invalid: 'A kártyaszám érvénytelen.',
    expiry_invalid: 'Adja meg a lejáratot így: 04/29.',
    expiry_past: 'A kártya lejárati dátuma elmúlt.',
    cvc_invalid: 'Adja meg a kártya hátoldalán lévő három számjegyet.',
    name_missing: 'Adja meg a kártyán szereplő nevet.',
    email_invalid: 'Adjon meg egy e-mail-címet, például anna@example.com.',
    card_declined: 'A kártyát elutasították.',
    insufficient_funds: 'A kártyán nincs elegendő fedezet.',
    expired_card: 'A kártya lejárt.',
    incorrect_cvc: 'A kártya biztonsági kódja hibás.',
    not_a_test_card:
      'A kártyát elutasították: ez egy tesztfizetés. Kérjük, használja az alább felsorolt tesztkártyák egyikét.',
  },
};

const de: PageTexts = {
  notice: 'Testkasse – es wird keine echte Karte belastet',
  order: 'Ihre Bestellung',
  total: 'Gesamt',
  payByCard: 'Mit Karte bezahlen',
  useTestCard: (number) => `Bitte verwenden Sie eine Testkarte, zum Beispiel ${number}.`,
  email: 'E-Mail',
  number: 'Kartennummer',
  expiry: 'Gültig bis (MM/JJ)',
  cvc: 'CVC',
  name: 'Name auf der Karte',
  pay: 'Bezahlen',
  cancel: 'Abbrechen',
  testCards: 'Testkarten',
  testCardsHint: 'Jedes künftige Datum, drei beliebige Ziffern als CVC und jeder Name sind möglich.',
  succeeds: 'Die Zahlung gelingt.',
  errorPrefix: 'Fehler',
  problemsTitle: 'Bitte prüfen Sie diese Angaben',
  declinedTitle: 'Die Zahlung ist nicht gelungen',
  nothingCharged: 'Es wurde nichts abgebucht. Sie können es erneut versuchen.',
  backTo: (shop) => `Zurück zu ${shop}`,
  payByDebit: 'Lastschrift (dauert einen Moment)',
  debitHint:
    'Es wird keine Bank gefragt. Die Bestellung ist sofort abgeschlossen, das Geld kommt oder scheitert einige Sekunden später, wie bei einer echten Lastschrift nach einigen Tagen.',
  debitOutcome: 'Was die Bank am Ende sagt',
  debitOutcomes: { succeed: 'Die Lastschrift gelingt', fail: 'Die Lastschrift scheitert' },
  payDebit: 'Per Lastschrift bezahlen',
  underWayTitle: 'Diese Zahlung ist unterwegs',
  underWayText: 'Die Bank hat noch nicht entschieden. Hier ist nichts weiter zu tun.',
  paidTitle: 'Diese Bestellung ist bereits bezahlt',
  paidText: 'Ihre Zahlung ist angekommen. Hier ist nichts weiter zu tun.',
  expiredTitle: 'Diese Kasse ist geschlossen',
  expiredText:
    'Sie ist abgelaufen, oder eine neuere ist an ihre Stelle getreten. Es wurde nichts abgebucht. Im Shop können Sie neu beginnen.',
  unknownTitle: 'Diese Kasse gibt es nicht',
  unknownText: 'Bitte prüfen Sie die Adresse, oder beginnen Sie im Shop von vorn.',
  refusals: {
    number_missing: 'Geben Sie Ihre Kartennummer ein.',
    number_invalid: 'Ihre Kartennummer ist ungültig.',
    expiry_invalid: 'Geben Sie das Ablaufdatum so ein: 04/29.',
    expiry_past: 'Das Ablaufdatum Ihrer Karte liegt in der Vergangenheit.',
    cvc_invalid: 'Geben Sie die drei Ziffern auf der Rückseite der Karte ein.',
    name_missing: 'Geben Sie den Namen auf der Karte ein.',
    email_invalid: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel anna@example.com.',
    card_declined: 'Ihre Karte wurde abgelehnt.',
    insufficient_funds: 'Ihre Karte ist nicht ausreichend gedeckt.',
    expired_card: 'Ihre Karte ist abgelaufen.',
    incorrect_cvc: 'Der Sicherheitscode Ihrer Karte ist falsch.',
    not_a_test_card:
      'Ihre Karte wurde abgelehnt: Dies ist eine Testkasse. Bitte verwenden Sie eine der unten genannten Testkarten.',
  },
};

const fr: PageTexts = {
  notice: 'Paiement de test – aucune carte réelle n’est débitée',
  order: 'Votre commande',
  total: 'Total',
  payByCard: 'Payer par carte',
  useTestCard: (number) => `Veuillez utiliser une carte de test, par exemple ${number}.`,
  email: 'E-mail',
  number: 'Numéro de carte',
  expiry: 'Expiration (MM/AA)',
  cvc: 'CVC',
  name: 'Nom sur la carte',
  pay: 'Payer',
  cancel: 'Annuler',
  testCards: 'Cartes de test',
  testCardsHint: 'N’importe quelle date future, trois chiffres comme CVC et n’importe quel nom conviennent.',
  succeeds: 'Le paiement réussit.',
  errorPrefix: 'Erreur',
  problemsTitle: 'Veuillez vérifier ces informations',
  declinedTitle: 'Le paiement n’a pas abouti',
  nothingCharged: 'Rien n’a été débité. Vous pouvez réessayer.',
  backTo: (shop) => `Retour à ${shop}`,
  payByDebit: 'Prélèvement bancaire (prend un moment)',
  debitHint:
    'Aucune banque n’est interrogée. La commande est conclue aussitôt, l’argent arrive ou échoue quelques secondes plus tard, comme un vrai prélèvement après quelques jours.',
  debitOutcome: 'Ce que la banque dit à la fin',
  debitOutcomes: { succeed: 'Le prélèvement réussit', fail: 'Le prélèvement échoue' },
  payDebit: 'Payer par prélèvement',
  underWayTitle: 'Ce paiement est en route',
  underWayText: 'La banque n’a pas encore répondu. Il n’y a plus rien à faire ici.',
  paidTitle: 'Cette commande est déjà payée',
  paidText: 'Votre paiement est bien arrivé. Il n’y a plus rien à faire ici.',
  expiredTitle: 'Cette page de paiement est fermée',
  expiredText:
    'Elle a expiré, ou une plus récente l’a remplacée. Rien n’a été débité. Vous pouvez recommencer dans la boutique.',
  unknownTitle: 'Cette page de paiement n’existe pas',
  unknownText: 'Veuillez vérifier l’adresse ou recommencer dans la boutique.',
  refusals: {
    number_missing: 'Saisissez votre numéro de carte.',
    number_invalid: 'Votre numéro de carte n’est pas valide.',
    expiry_invalid: 'Saisissez la date d’expiration ainsi : 04/29.',
    expiry_past: 'La date d’expiration de votre carte est passée.',
    cvc_invalid: 'Saisissez les trois chiffres au dos de la carte.',
    name_missing: 'Saisissez le nom qui figure sur la carte.',
    email_invalid: 'Saisissez une adresse e-mail, par exemple anna@example.com.',
    card_declined: 'Votre carte a été refusée.',
    insufficient_funds: 'Le solde de votre carte est insuffisant.',
    expired_card: 'Votre carte a expiré.',
    incorrect_cvc: 'Le code de sécurité de votre carte est incorrect.',
    not_a_test_card:
      'Votre carte a été refusée : ceci est un paiement de test. Veuillez utiliser l’une des cartes de test ci-dessous.',
  },
};

const es: PageTexts = {
  notice: 'Pago de prueba – no se cobra ninguna tarjeta real',
  order: 'Su pedido',
  total: 'Total',
  payByCard: 'Pagar con tarjeta',
  useTestCard: (number) => `Utilice una tarjeta de prueba, por ejemplo ${number}.`,
  email: 'Correo electrónico',
  number: 'Número de tarjeta',
  expiry: 'Caducidad (MM/AA)',
  cvc: 'CVC',
  name: 'Nombre en la tarjeta',
  pay: 'Pagar',
  cancel: 'Cancelar',
  testCards: 'Tarjetas de prueba',
  testCardsHint: 'Sirven cualquier fecha futura, tres cifras cualesquiera como CVC y cualquier nombre.',
  succeeds: 'El pago se realiza.',
  errorPrefix: 'Error',
  problemsTitle: 'Revise estos datos',
  declinedTitle: 'El pago no se ha realizado',
  nothingCharged: 'No se ha cobrado nada. Puede intentarlo de nuevo.',
  backTo: (shop) => `Volver a ${shop}`,
  payByDebit: 'Adeudo bancario (tarda un momento)',
  debitHint:
    'No se consulta a ningún banco. El pedido se completa enseguida y el dinero llega o falla unos segundos después, como un adeudo real al cabo de unos días.',
  debitOutcome: 'Qué dice el banco al final',
  debitOutcomes: { succeed: 'El adeudo se realiza', fail: 'El adeudo falla' },
  payDebit: 'Pagar con adeudo bancario',
  underWayTitle: 'Este pago está en camino',
  underWayText: 'El banco todavía no ha respondido. No tiene que hacer nada más aquí.',
  paidTitle: 'Este pedido ya está pagado',
  paidText: 'Hemos recibido su pago. No tiene que hacer nada más aquí.',
  expiredTitle: 'Esta página de pago está cerrada',
  expiredText:
    'Ha caducado o la ha sustituido otra más reciente. No se ha cobrado nada. Puede empezar de nuevo en la tienda.',
  unknownTitle: 'Esta página de pago no existe',
  unknownText: 'Revise la dirección o empiece de nuevo en la tienda.',
  refusals: {
    number_missing: 'Introduzca el número de su tarjeta.',
    number_invalid: 'El número de su tarjeta no es válido.',
    expiry_invalid: 'Introduzca la fecha de caducidad así: 04/29.',
    expiry_past: 'La fecha de caducidad de su tarjeta ya ha pasado.',
    cvc_invalid: 'Introduzca las tres cifras del reverso de la tarjeta.',
    name_missing: 'Introduzca el nombre que figura en la tarjeta.',
    email_invalid: 'Introduzca un correo electrónico, por ejemplo anna@example.com.',
    card_declined: 'Su tarjeta ha sido rechazada.',
    insufficient_funds: 'Su tarjeta no tiene fondos suficientes.',
    expired_card: 'Su tarjeta ha caducado.',
    incorrect_cvc: 'El código de seguridad de su tarjeta es incorrecto.',
    not_a_test_card:
      'Su tarjeta ha sido rechazada: este es un pago de prueba. Utilice una de las tarjetas de prueba indicadas abajo.',
  },
};

export const pageTexts: Record<Language, PageTexts> = { en, hu, de, fr, es };
