/** A picture under /card-icons/ or the class name of an icon. */
export const iconName = /^(?:\/card-icons\/[a-z0-9_-]+\.svg|fa-[a-z0-9-]+)$/;
