import type { MailTexts } from './mail-texts.shape.ts';

const films = (n: number) => (n === 1 ? '1 película' : `${n} películas`);
const days = (n: number) => (n === 1 ? '1 día' : `${n} días`);

const standIns = {
  nod: 'un gesto de asentimiento',
  smile: 'una sonrisa',
  breath: 'solo la respiración',
  picture: 'una imagen en suave movimiento',
  possible: 'lo que la foto pueda mostrar',
};

const whoShows = {
  faces: (count: number, total: number) => `en ${count} de ${total} caras`,
  hands: (count: number) => (count === 1 ? 'saluda 1 mano' : `saludan ${count} manos`),
};

export const es: MailTexts = {
  locale: 'es-ES',
  layout: {
    greeting: (name) => (name === undefined ? 'Hola:' : `Hola, ${name}:`),
    closing: 'Atentamente',
    reason: (product) => `Recibe este mensaje porque esta dirección se utiliza en ${product}.`,
    support: (address) => `Si tiene alguna pregunta, escriba a ${address}.`,
    linkFallback: 'Si el botón no funciona, copie esta dirección en su navegador:',
  },
  verifyEmail: {
    subject: 'Confirme su dirección de correo electrónico',
    intro: (product) =>
      `Gracias por registrarse en ${product}. Confirme que esta dirección es suya; después podrá iniciar sesión.`,
    button: 'Confirmar la dirección',
    validity: 'El enlace funciona una sola vez y durante 24 horas.',
    otherwise: 'Si no se ha registrado, ignore este mensaje: sin confirmación, la cuenta no se puede utilizar.',
  },
  resetPassword: {
    subject: 'Elija una nueva contraseña',
    intro: (product) => `Se ha solicitado una nueva contraseña para su cuenta en ${product}. Puede elegirla aquí.`,
    button: 'Elegir una nueva contraseña',
    validity:
      'El enlace funciona una sola vez y durante una hora. Con la nueva contraseña se cerrará la sesión en todos sus dispositivos.',
    otherwise: 'Si no la ha solicitado, ignore este mensaje: su contraseña no cambia.',
  },
  setPassword: {
    subject: 'Establezca su contraseña',
    intro: (product) =>
      `Hemos preparado una cuenta para usted en ${product}. Para utilizarla, establezca una contraseña.`,
    button: 'Establecer contraseña',
    validity:
      'El enlace funciona una sola vez y durante 24 horas. Después, con «¿Ha olvidado su contraseña?» en la página de inicio de sesión recibirá uno nuevo.',
  },
  passwordChanged: {
    subject: 'Su contraseña ha cambiado',
    intro: (product, date) =>
      `La contraseña de su cuenta en ${product} se cambió el ${date}. Se ha cerrado la sesión en todos los demás dispositivos.`,
    otherwise: 'Si no ha sido usted, elija de inmediato una nueva contraseña y escríbanos.',
    button: 'Elegir una nueva contraseña',
  },
  twoStepChanged: {
    subject: 'El inicio de sesión en dos pasos ha cambiado',
    on: (product, date) =>
      `El inicio de sesión en dos pasos de su cuenta en ${product} se activó el ${date}. Se ha cerrado la sesión en todos los demás dispositivos.`,
    off: (product, date) =>
      `El inicio de sesión en dos pasos de su cuenta en ${product} se desactivó el ${date}. Ahora basta la contraseña para abrir la cuenta.`,
    codes: (product, date) =>
      `El ${date} se crearon nuevos códigos de recuperación para su cuenta en ${product}. Los anteriores ya no sirven.`,
    otherwise: 'Si no ha sido usted, elija de inmediato una nueva contraseña y avise a otro administrador.',
  },
  accountExists: {
    subject: 'Ya tiene una cuenta',
    intro: (product) =>
      `Alguien ha introducido esta dirección en ${product} para crear o confirmar una cuenta. La cuenta ya existe y se puede utilizar; no se ha cambiado nada en ella.`,
    forgotten: 'Si ha olvidado su contraseña, puede elegir una nueva en la página de inicio de sesión.',
    button: 'Iniciar sesión',
    otherwise: 'Si no ha sido usted, no tiene que hacer nada.',
  },
  dataExportReady: {
    subject: 'Sus datos están listos para descargar',
    intro: (product) =>
      `Usted pidió a ${product} todo lo que se guarda sobre usted: fotos, películas, facturas y datos. Está reunido en un archivo que puede descargar desde su perfil.`,
    button: 'Ir a mi perfil',
    kept: (days) => `El archivo se elimina al cabo de ${days} días. Si usted no lo pidió, cambie su contraseña.`,
  },
  orderConfirmed: {
    subject: 'Su pedido está confirmado',
    intro: 'Gracias por su pedido. Hemos recibido su pago y ya hemos empezado a trabajar en sus películas.',
    introFree: 'Gracias por su pedido. Su conjunto es gratuito y ya hemos empezado a trabajar en sus películas.',
    next: 'Le escribiremos en cuanto estén listas.',
    invoiceAttached: (number) => `Adjuntamos su factura ${number}.`,
    invoiceFollows:
      'Su factura todavía se está emitiendo. En cuanto esté lista, la encontrará junto a su conjunto, en «Descargar factura».',
    lines: {
      base: (photos, price) => `${photos === 1 ? '1 foto' : `${photos} fotos`} a ${price}`,
      volume_discount: (percent) => `Descuento por varias fotos (${percent})`,
      variants: (further, price) =>
        `${further === 1 ? '1 película adicional' : `${further} películas adicionales`} a ${price}`,
      variant_discount: (percent) => `Descuento por varias películas por foto (${percent})`,
      package_discount: (percent) => `Descuento por paquete (${percent})`,
    },
    total: 'Total pagado',
    consents: (date) => `Antes de pagar, el ${date}, usted confirmó:`,
    button: 'Abrir su conjunto de recuerdos',
  },
  paymentFailed: {
    subject: 'Su pago no ha llegado',
    intro: 'El banco no ha realizado el pago de su conjunto de recuerdos. No se le ha cobrado nada.',
    again: 'Sus fotos y su selección están guardadas. Puede volver a pagar el conjunto, por ejemplo con tarjeta.',
  },
  refundMade: {
    subject: 'Su reembolso',
    intro: (sum) => `Le hemos reembolsado ${sum} en la tarjeta o la cuenta con la que pagó.`,
    arrives: 'Su banco suele mostrarlo al cabo de entre cinco y diez días laborables.',
    films: 'El reembolso es por estas películas:',
    filmsStay: 'Sus películas siguen en su conjunto de recuerdos como hasta ahora.',
    filmsGone: 'Hemos retirado estas películas de su conjunto de recuerdos, y los enlaces a ellas ya no funcionan.',
    allGone:
      'Hemos retirado todas las películas de este conjunto de recuerdos, y los enlaces a ellas ya no funcionan. Sus fotos siguen ahí.',
  },
  refundFailed: {
    subject: 'Su reembolso no ha llegado',
    intro: (sum) => `Nuestro reembolso de ${sum} no le ha llegado: su banco nos ha devuelto el dinero.`,
    next: 'No tiene que hacer nada. Nos ocupamos de ello y buscaremos otra forma de devolverle el dinero.',
  },
  standIns,
  shows: (names, standIn) => `${names.join(', ')}: ${standIns[standIn]}.`,
  asAgreed: (names, standIn) => `${names.join(', ')}: ${standIns[standIn]}, según lo acordado.`,
  partly: (names, { of, count, total }) => `${names.join(', ')}: ${whoShows[of](count, total)}.`,
  filmsReady: {
    subject: (done) => (done === 1 ? 'Su película está lista' : 'Sus películas están listas'),
    intro: (done) =>
      done === 1
        ? '1 película de su conjunto de recuerdos está lista: puede verla y descargarla.'
        : `${done} películas de su conjunto de recuerdos están listas: puede verlas y descargarlas.`,
    owed: 'Usted no lo había aceptado: le debemos un reembolso u otra película, y lo resolveremos con usted.',
    reasons: 'En su galería se indica por qué.',
    someFailed: (failed) => `${films(failed)} no se ${failed === 1 ? 'ha' : 'han'} podido crear todavía.`,
    failedFilms: (names, why) => `${names.join(', ')}: ${why}`,
    film: (effect, number, photo) => `${effect}${number > 1 ? ` ${number}` : ''} (${photo})`,
    picture: (film) => `Una imagen de la película: ${film}`,
    opens: (film) => `El enlace abre esta película: ${film}`,
    why: {
      rules: 'el servicio que crea las películas la rechazó por sus normas sobre contenidos.',
      photo: 'la foto no se distingue lo bastante bien.',
      late: 'está tardando más de lo habitual. Si finalmente llega, la añadiremos a su conjunto y le escribiremos.',
      ours: 'se produjo un error por nuestra parte.',
    },
    whatNow:
      'Qué ocurre ahora: estamos al tanto y revisamos cada una de estas películas. Si se puede crear, la crearemos de nuevo y le escribiremos; si no, acordaremos con usted qué hacer con lo que pagó por ella. Usted no tiene que hacer nada.',
    noneSubject: 'Sus películas no se han podido crear todavía',
    noneIntro:
      'Lo sentimos: las películas de su conjunto de recuerdos no se han podido crear todavía. Sus fotos están guardadas.',
    kept: (n, until) =>
      `Las fotos y las películas se conservan ${days(n)}; estas, hasta el ${until}. Descargue lo que quiera guardar.`,
    button: (done) => (done === 1 ? 'Ver su película' : 'Ver sus películas'),
  },
  lateFilmsReady: {
    subject: 'Una película que faltaba ya está lista',
    intro: (done) =>
      `Le escribimos que no se habían podido crear todas las películas de su conjunto de recuerdos. Esto ha cambiado: ${films(done)} ya ${done === 1 ? 'está lista' : 'están listas'} para ver y descargar.`,
  },
  givenFilmsReady: {
    subject: 'Ya está lista una película que le regalamos',
    intro: (done) =>
      `Le regalamos otra película de su conjunto de recuerdos. Ya está lista: ${films(done)} del conjunto ${done === 1 ? 'se puede' : 'se pueden'} ver y descargar ahora.`,
  },
  deletionReminder: {
    subject: (n) => `Su conjunto de recuerdos se eliminará dentro de ${days(n)}`,
    intro: (n, date) =>
      `Pronto termina el plazo de conservación de uno de sus conjuntos de recuerdos. Sus fotos y películas se eliminarán el ${date}, dentro de ${days(n)}.`,
    advice: 'Descargue antes lo que quiera guardar.',
    button: 'Abrir su galería de recuerdos',
  },
  unpaidReminder: {
    subject: 'Su conjunto de recuerdos le espera',
    intro:
      'Ha preparado un conjunto de recuerdos que todavía no está pagado. Sus fotos y su selección están guardadas.',
    deletion: (n, date) =>
      `Los conjuntos sin pagar no se conservan indefinidamente: este se eliminará el ${date}, dentro de ${days(n)}.`,
    otherwise: 'Si ya no lo quiere, no tiene que hacer nada.',
    button: 'Continuar con su conjunto',
  },
  adminAlert: {
    subject: (product) => `${product}: se necesita su atención`,
    intro: 'Ha ocurrido algo que un administrador debería revisar:',
    button: 'Abrir el panel de administración',
  },
};
