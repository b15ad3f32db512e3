/** 'Enter a time.' beside two times tells them apart; away from them it needs the name of its field. */
export function withItsField(label: string, message: string): string {
  return message.toLowerCase().includes(label.toLowerCase()) ? message : `${label}: ${message}`
}
