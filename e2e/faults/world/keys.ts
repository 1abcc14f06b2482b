export const checkoutKey = 'sk_test_of_the_fault_suite';
export const webhookSecret = 'whsec_of_the_fault_suite';
export const videoKey = 'luma-key-of-the-fault-suite';
