/**
 * Address books as other programs write them: Google Contacts (both forms of CSV; Contacts Help, "Export, back up, or restore
 * contacts"), Outlook (Microsoft Support, "Create or edit .csv files to import into Outlook"), Follow Up Boss (Help, "Export
 * contacts"), Apple's Contacts (vCard 3.0, RFC 2426, with the `item1.` groups of RFC 2425), old phones (vCard 2.1 of the versit
 * Consortium), and vCard 4.0 (RFC 6350).
 */
const lines = (...some: string[]) => some.join('\r\n')

export const googleContacts = lines(
  'First Name,Middle Name,Last Name,Phonetic First Name,Name Prefix,Nickname,File As,Organization Name,Organization Title,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value',
  'Elena,,Vasquez,,,,,Harbor Dental,Owner,1984-03-02,"Wants a yard,\nno stairs",,Sellers ::: * myContacts,* Home,elena@example.com,Work,front@example.com,Home,(503) 555-0100,Mobile,+1 503-555-0199',
  '',
)

/** A large address book as Google Contacts writes it. */
export function manyGoogleContacts(count: number): string {
  const [headings = ''] = googleContacts.split('\r\n')
  const columns = headings.split(',')
  const rows = Array.from({ length: count }, (_, index) => {
    const number = String(index).padStart(3, '0')
    const person: Record<string, string> = {
      'First Name': ['Ana', 'Ben', 'Chloe', 'Dev'][index % 4] ?? '',
      'Last Name': `Archer ${number}`,
      Labels: '* myContacts',
      'E-mail 1 - Label': '* Home',
      'E-mail 1 - Value': `person${number}@example.com`,
      'Phone 1 - Label': 'Mobile',
      'Phone 1 - Value': `(503) 555-0${number}`,
    }
    return columns.map((column) => person[column] ?? '').join(',')
  })
  return lines(headings, ...rows, '')
}

export const olderGoogleContacts = lines(
  'Name,Given Name,Family Name,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value',
  'Jo Ng,Jo,Ng,* myContacts,*,jo@example.com ::: jo.ng@example.com,Mobile,503 555 0123',
  '',
)

export const outlook = lines(
  'First Name,Last Name,Company,E-mail Address,E-mail 2 Address,Business Fax,Business Phone,Mobile Phone,Categories,Notes',
  'Rosa,Diaz,Diaz Roofing,rosa@example.com,,555-0111,555-0142 222,555-0188 333,Buyer;VIP,Met at the fair',
  '',
)

export const followUpBoss = lines(
  'ID,First Name,Last Name,Name,Stage,Lead Source,Tags,Email 1,Email 1 - Type,Phone 1,Phone 1 - Type,Phone 2',
  '77,Amir,Haddad,Amir Haddad,Active Client,Zillow,"Seller Lead, Buyer",amir@example.com,home,9165550101,mobile,9165550102',
  '',
)

export const appleContacts = lines(
  'BEGIN:VCARD',
  'VERSION:3.0',
  'PRODID:-//Apple Inc.//iOS 18.0//EN',
  'N:Vasquez;Elena;Maria;Dr.;',
  'FN:Dr. Elena Maria Vasquez',
  'ORG:Harbor Dental;',
  'EMAIL;type=INTERNET;type=HOME;type=pref:elena@example.com',
  'item1.EMAIL;type=INTERNET:front@example.com',
  'item1.X-ABLabel:_$!<Work>!$_',
  'TEL;type=HOME;type=VOICE:(503) 555-0100',
  'TEL;type=IPHONE;type=CELL;type=VOICE;type=pref:(503) 555-0199',
  String.raw`item2.ADR;type=HOME:;;12 Oak Lane\, Apt 3;Salem;OR;97301;USA`,
  String.raw`NOTE:Wants a yard\, no stairs\nTwo dogs`,
  'BDAY:1984-03-02',
  'CATEGORIES:Sellers,VIP',
  'PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD',
  ' /2wBDAAMCAgMCAgMDAwME',
  'END:VCARD',
  '',
)

export const oldPhone = lines(
  'BEGIN:VCARD',
  'VERSION:2.1',
  'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;Zo=C3=AB;;;',
  'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Zo=C3=AB M=C3=BCller',
  'TEL;WORK;VOICE:555 0142 000',
  'TEL;CELL:555 0188 000',
  'TEL;WORK;FAX:555 0111 000',
  'EMAIL;PREF;INTERNET:zoe@example.com',
  'NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=windows-1252:Likes caf=E9s=0D=0Aand a very long=',
  ' line',
  'PHOTO;JPEG;ENCODING=BASE64:',
  ' /9j/4AAQSkZJRgABAQAAAQABAAD',
  '',
  'END:VCARD',
)

export const modernCard = lines(
  'BEGIN:VCARD',
  'VERSION:4.0',
  'FN:Jo Ng',
  'TEL;VALUE=uri;PREF=1;TYPE="cell,voice":tel:+1-503-555-0100',
  'EMAIL;TYPE=work:jo@example.com',
  'END:VCARD',
)

/** A table whose headings cannot be recognized. */
export const strangeTable = lines('Wer;Wie;Wo', 'Mia Sand;mia@example.com;Salem', '')
