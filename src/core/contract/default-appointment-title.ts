/** In a file of its own, as the kinds need no schema. */
export const defaultAppointmentTitle = 'Appointment'
