/** A picture under /card-icons/ or the class name of an icon. */
export const iconName = /^(?:\/card-icons\/[a-z0-9_-]+\.svg|fa-[a-z0-9-]+)$/;
/** The same as it may be typed: a picture's folder and ending can be left out. */
export const typedIcon = /^(?:fa-[a-z0-9-]+|(?:\/card-icons\/)?(?!fa-)[a-z0-9_-]+(?:\.svg)?)$/;
