import type { MailTexts } from './mail-texts.shape.ts';

/** In French zero is singular, too. */
const one = (n: number) => n < 2;
const days = (n: number) => (one(n) ? `${n} jour` : `${n} jours`);

const standIns = {
  nod: 'un signe de tête',
  smile: 'un sourire',
  breath: 'une respiration seulement',
  picture: 'une image qui bouge doucement',
  possible: 'ce que la photo peut montrer',
};

const whoShows = {
  faces: (count: number, total: number) => `visible sur ${count} ${one(count) ? 'visage' : 'visages'} sur ${total}`,
  hands: (count: number) => `${count} ${one(count) ? 'main fait signe' : 'mains font signe'}`,
};

export const fr: MailTexts = {
  locale: 'fr-FR',
  layout: {
    greeting: (name) => (name === undefined ? 'Bonjour,' : `Bonjour ${name},`),
    closing: 'Cordialement',
    reason: (product) => `Vous recevez ce message parce que cette adresse est utilisée chez ${product}.`,
    support: (address) => `Si vous avez une question, veuillez écrire à ${address}.`,
    linkFallback: 'Si le bouton ne fonctionne pas, veuillez copier cette adresse dans votre navigateur\u00a0:',
  },
  verifyEmail: {
    subject: 'Veuillez confirmer votre adresse e-mail',
    intro: (product) =>
      `Merci de votre inscription chez ${product}. Veuillez confirmer que cette adresse est bien la vôtre\u00a0; vous pourrez ensuite vous connecter.`,
    button: 'Confirmer l’adresse e-mail',
    validity: 'Le lien fonctionne une seule fois et pendant 24 heures.',
    otherwise:
      'Si vous n’êtes pas à l’origine de cette inscription, veuillez ignorer ce message\u00a0: sans confirmation, le compte ne peut pas être utilisé.',
  },
  resetPassword: {
    subject: 'Choisissez un nouveau mot de passe',
    intro: (product) =>
      `Un nouveau mot de passe a été demandé pour votre compte ${product}. Vous pouvez le choisir ici.`,
    button: 'Choisir un nouveau mot de passe',
    validity:
      'Le lien fonctionne une seule fois et pendant une heure. Un nouveau mot de passe vous déconnecte de tous vos appareils.',
    otherwise: 'Si vous n’avez rien demandé, veuillez ignorer ce message\u00a0: votre mot de passe reste inchangé.',
  },
  setPassword: {
    subject: 'Veuillez définir votre mot de passe',
    intro: (product) =>
      `Un compte a été préparé pour vous chez ${product}. Pour l’utiliser, veuillez définir un mot de passe.`,
    button: 'Définir le mot de passe',
    validity:
      'Le lien fonctionne une seule fois et pendant 24 heures. Ensuite, «\u00a0Mot de passe oublié\u00a0?\u00a0» sur la page de connexion vous en envoie un nouveau.',
  },
  passwordChanged: {
    subject: 'Votre mot de passe a été modifié',
    intro: (product, date) =>
      `Le mot de passe de votre compte ${product} a été modifié le ${date}. Tous les autres appareils ont été déconnectés.`,
    otherwise: 'Si ce n’était pas vous, veuillez choisir immédiatement un nouveau mot de passe et nous écrire.',
    button: 'Choisir un nouveau mot de passe',
  },
  twoStepChanged: {
    subject: 'La connexion en deux étapes de votre compte a changé',
    on: (product, date) =>
      `La connexion en deux étapes de votre compte ${product} a été activée le ${date}. Tous les autres appareils ont été déconnectés.`,
    off: (product, date) =>
      `La connexion en deux étapes de votre compte ${product} a été désactivée le ${date}. Le mot de passe seul ouvre désormais le compte.`,
    codes: (product, date) =>
      `De nouveaux codes de secours ont été créés pour votre compte ${product} le ${date}. Les anciens ne sont plus valables.`,
    otherwise:
      'Si ce n’était pas vous, veuillez choisir immédiatement un nouveau mot de passe et prévenir un autre administrateur.',
  },
  accountExists: {
    subject: 'Vous avez déjà un compte',
    intro: (product) =>
      `Cette adresse a été saisie chez ${product} pour créer ou confirmer un compte. Le compte existe déjà et peut être utilisé\u00a0; rien n’y a été modifié.`,
    forgotten: 'Si vous avez oublié votre mot de passe, vous pouvez en choisir un nouveau sur la page de connexion.',
    button: 'Se connecter',
    otherwise: 'Si ce n’était pas vous, vous n’avez rien à faire.',
  },
  dataExportReady: {
    subject: 'Vos données sont prêtes à être téléchargées',
    intro: (product) =>
      `Vous avez demandé à ${product} tout ce qui est conservé à votre sujet\u00a0: photos, films, factures et informations. Le tout est réuni dans un fichier que vous pouvez télécharger depuis votre profil.`,
    button: 'Aller à mon profil',
    kept: (days) =>
      `Le fichier est supprimé au bout de ${days} jours. Si vous ne l’avez pas demandé, veuillez changer votre mot de passe.`,
  },
  orderConfirmed: {
    subject: 'Votre commande est confirmée',
    intro: 'Merci de votre commande. Nous avons bien reçu votre paiement, et le travail sur vos films a commencé.',
    introFree: 'Merci de votre commande. Votre série est gratuite, et le travail sur vos films a commencé.',
    next: 'Nous vous écrirons dès qu’ils seront prêts.',
    invoiceAttached: (number) => `Votre facture ${number} est jointe à ce message.`,
    invoiceFollows:
      'Votre facture est en cours d’établissement. Dès qu’elle sera prête, vous la trouverez auprès de votre série, sous «\u00a0Télécharger la facture\u00a0».',
    lines: {
      base: (photos, price) => `${one(photos) ? `${photos} photo` : `${photos} photos`} à ${price}`,
      volume_discount: (percent) => `Remise pour plusieurs photos (${percent})`,
      variants: (further, price) =>
        `${one(further) ? `${further} film supplémentaire` : `${further} films supplémentaires`} à ${price}`,
      variant_discount: (percent) => `Remise pour plusieurs films par photo (${percent})`,
      package_discount: (percent) => `Remise sur l’ensemble (${percent})`,
    },
    total: 'Total payé',
    consents: (date) => `Avant de payer, le ${date}, vous avez confirmé\u00a0:`,
    button: 'Ouvrir votre série de souvenirs',
  },
  paymentFailed: {
    subject: 'Votre paiement n’a pas abouti',
    intro: 'La banque n’a pas effectué le paiement de votre série de souvenirs. Rien ne vous a été débité.',
    again: 'Vos photos et vos choix sont conservés. Vous pouvez payer la série de nouveau, par carte par exemple.',
  },
  refundMade: {
    subject: 'Votre remboursement',
    intro: (sum) => `Nous vous avons remboursé ${sum} sur la carte ou le compte avec lequel vous avez payé.`,
    arrives: 'Votre banque l’affiche en général au bout de cinq à dix jours ouvrés.',
    films: 'Le remboursement concerne ces films\u00a0:',
    filmsStay: 'Vos films restent dans votre série de souvenirs, comme avant.',
    filmsGone: 'Nous avons retiré ces films de votre série de souvenirs, et les liens vers eux ne fonctionnent plus.',
    allGone:
      'Nous avons retiré tous les films de cette série de souvenirs, et les liens vers eux ne fonctionnent plus. Vos photos sont toujours là.',
  },
  refundFailed: {
    subject: 'Votre remboursement ne vous est pas parvenu',
    intro: (sum) =>
      `Notre remboursement de ${sum} ne vous est pas parvenu\u00a0: votre banque nous a renvoyé l’argent.`,
    next: 'Vous n’avez rien à faire. Nous nous en occupons et trouverons un autre moyen de vous rembourser.',
  },
  standIns,
  shows: (names, standIn) => `${names.join(', ')}\u00a0: ${standIns[standIn]}.`,
  asAgreed: (names, standIn) => `${names.join(', ')}\u00a0: ${standIns[standIn]}, comme convenu.`,
  partly: (names, { of, count, total }) => `${names.join(', ')}\u00a0: ${whoShows[of](count, total)}.`,
  filmsReady: {
    subject: (done) => (one(done) ? 'Votre film est prêt' : 'Vos films sont prêts'),
    intro: (done) =>
      one(done)
        ? `${done} film de votre série de souvenirs est prêt\u00a0: vous pouvez le regarder et le télécharger.`
        : `${done} films de votre série de souvenirs sont prêts\u00a0: vous pouvez les regarder et les télécharger.`,
    owed: 'Vous n’aviez pas donné votre accord\u00a0: nous vous devons un remboursement ou un autre film, et nous réglons cela avec vous.',
    reasons: 'Votre galerie indique pourquoi.',
    someFailed: (failed) =>
      `${one(failed) ? `${failed} film n’a pas encore pu être réalisé` : `${failed} films n’ont pas encore pu être réalisés`}.`,
    failedFilms: (names, why) => `${names.join(', ')}\u00a0: ${why}`,
    film: (effect, number, photo) => `${effect}${number > 1 ? ` ${number}` : ''} (${photo})`,
    picture: (film) => `Une image du film\u00a0: ${film}`,
    opens: (film) => `Le lien ouvre ce film\u00a0: ${film}`,
    why: {
      rules: 'le service qui réalise les films l’a refusé en raison de ses règles sur les contenus.',
      photo: 'on ne distingue pas assez bien la photo.',
      late: 'il prend plus de temps que d’habitude. S’il arrive tout de même, nous l’ajouterons à votre série et nous vous écrirons.',
      ours: 'une erreur s’est produite de notre côté.',
    },
    whatNow:
      'Ce qui se passe maintenant\u00a0: nous en sommes informés et nous examinons chacun de ces films. Lorsqu’il peut être réalisé, nous le réalisons de nouveau et nous vous écrivons\u00a0; sinon, nous réglons avec vous la question du montant que vous avez payé. Vous n’avez rien à faire.',
    noneSubject: 'Vos films n’ont pas encore pu être réalisés',
    noneIntro:
      'Nous sommes désolés\u00a0: les films de votre série de souvenirs n’ont pas encore pu être réalisés. Vos photos sont conservées.',
    kept: (n, until) =>
      `Les photos et les films sont conservés pendant ${days(n)}, ceux-ci jusqu’au ${until}. Veuillez télécharger ce que vous souhaitez garder.`,
    button: (done) => (one(done) ? 'Regarder votre film' : 'Regarder vos films'),
  },
  lateFilmsReady: {
    subject: 'Un film qui manquait est prêt',
    intro: (done) =>
      `Nous vous avions écrit que certains films de votre série de souvenirs n’avaient pas pu être réalisés. Cela a changé\u00a0: ${one(done) ? `${done} film est maintenant prêt à être regardé et téléchargé` : `${done} films sont maintenant prêts à être regardés et téléchargés`}.`,
  },
  givenFilmsReady: {
    subject: 'Un film que nous vous avons offert est prêt',
    intro: (done) =>
      `Nous vous avons offert un film supplémentaire pour votre série de souvenirs. Il est prêt\u00a0: ${one(done) ? `${done} film de la série peut maintenant être regardé et téléchargé` : `${done} films de la série peuvent maintenant être regardés et téléchargés`}.`,
  },
  deletionReminder: {
    subject: (n) => `Votre série de souvenirs sera supprimée dans ${days(n)}`,
    intro: (n, date) =>
      `La durée de conservation d’une de vos séries de souvenirs se termine bientôt. Ses photos et ses films seront supprimés le ${date}, dans ${days(n)}.`,
    advice: 'Veuillez télécharger d’ici là ce que vous souhaitez garder.',
    button: 'Ouvrir votre galerie de souvenirs',
  },
  unpaidReminder: {
    subject: 'Votre série de souvenirs vous attend',
    intro:
      'Vous avez préparé une série de souvenirs qui n’a pas encore été payée. Vos photos et vos choix sont conservés.',
    deletion: (n, date) =>
      `Les séries non payées ne sont pas conservées indéfiniment\u00a0: celle-ci sera supprimée le ${date}, dans ${days(n)}.`,
    otherwise: 'Si vous n’en voulez plus, vous n’avez rien à faire.',
    button: 'Continuer votre série',
  },
  adminAlert: {
    subject: (product) => `${product}\u00a0: votre attention est requise`,
    intro: 'Il s’est produit quelque chose qu’un administrateur devrait examiner\u00a0:',
    button: 'Ouvrir le tableau de bord d’administration',
  },
};
