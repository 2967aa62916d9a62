/** Of the interface, and with it of the service. */
export const version = "2.1.4";
