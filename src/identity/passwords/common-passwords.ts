/** Passwords of eight characters and more that guessing tools try first, lower-cased. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `00000000 0123456789 01234567 0987654321 10101010 1029384756 11111111 1111111111 11112222 11223344 1122334455 12121212
  12131415 12312312 123123123 123321123 1234123412 12341234 123454321 1234554321 12345678 123456780 1234567800 123456789
  1234567890 12345678900 1234567891 12345678910 123456789a 123456789q 1234567a 123456aa 123456abc 1234abcd 1234asdf
  1234qwer 123abc123 123qwe123 123qwe123qwe 12qwaszx 13131313 147258369 159357456 159753456 18atcskd2w 19841984 19851985
  19871987 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 20002000 20202020 21212121 22222222 22446688
  25802580 31415926 33333333 44444444 55555555 55556666 66666666 69696969 77777777 78945612 789456123 87654321 88888888
  98765432 987654321 9876543210 99999999 999999999 a1234567 a12345678 a123456789 a1b2c3d4 a1s2d3f4 aa123456 aa12345678
  aaaaaaaa abc12345 abc123456 abcd1234 abcdefgh abcdefghi access14 admin123 admin1234 admin12345 administrator
  adminadmin alexander alexandra american anderson andrew123 angelina arsenal1 asd12345 asdasd123 asdasdasd asdf1234
  asdfasdf asdfghjk asdfghjkl asdfjkl; babygirl bailey12 barcelona baseball baseball1 basketball batman123 beautiful
  benjamin bigdaddy binance1 binance123 bismillah bitcoin1 bitcoin123 blink182 botyard1 botyard123 brooklyn butterfly
  california caroline champion change123 changeme changeme1 changeme123 charlie1 charlotte chelsea1 chocolate
  christian christina christopher cocacola computer computer1 consumer cool1234 corvette courtney creative cristina
  crypto123 danielle darkness december default1 default123 dictionary dolphins dragon12 dragon123 drowssap elephant
  elizabeth ethereum ethereum1 evolution facebook fastfood february fernando firebird football football1 forever1
  freedom1 friendly friends1 fuckyou1 gangster garfield gateway1 gfhjkm123 godzilla goldfish google123 handsome
  hannah12 happy123 hardcore heather1 hello123 hello1234 helloworld hercules hondacivic iloveyou iloveyou1 iloveyou2
  inuyasha isabella iverson3 jackson1 jasmine1 jennifer jessica1 jonathan jordan23 justin123 katherine kawasaki kimberly
  kingkong ladybug1 lakers24 letmein1 letmein123 letmein2 letmeinnow liverpool liverpool1 lkjhgfdsa lovely123 loveme123
  loveyou1 lucky123 manchester margaret marlboro master12 master123 maverick mercedes metallica michael1 michelle
  midnight minecraft missy123 monkey12 monkey123 mountain mustang1 mypassword nascar88 newpassword nicholas nintendo
  nothing1 november openopen p@ssw0rd p@ssword p4ssw0rd pa55w0rd pa55word pass1234 pass12345 passpass passw0rd passw0rd1
  password password! password1 password1! password12 password123 password1234 password2 password3 passwort patricia
  patrick1 peaches1 penguin1 pentagon plokijuh pokemon1 politics poohbear porsche911 portugal postgres postgres1
  princess princess1 property q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qawsedrf qazwsx123 qazwsxedc qazxswedc qq123456 qwaszx12
  qwe12345 qweasd123 qweasdzxc qweqweqwe qwer1234 qwerasdf qwert123 qwert12345 qwerty01 qwerty11 qwerty12 qwerty123
  qwerty1234 qwerty12345 qwerty123456 qwerty77 qwertyqwerty qwertyui qwertyuiop qwertzuiop realmadrid rebecca1 remember
  robert12 rockstar1 root1234 rootroot rush2112 samantha samsung1 scarface scorpion secret123 security september
  serenity shadow12 shadow123 simpsons skywalker slipknot slipknot1 snickers snowball snowboard soccer12 softball
  spiderman spongebob srinivas starcraft startrek starwars starwars1 stephanie sterling strawberry stupid123
  summer01 summer123 sunflower sunshine sunshine1 superman superman1 superstar sweetheart swordfish temp1234 temppass
  test1234 test12345 testtest thailand thomas123 thunder1 tigger12 tinkerbell trading1 trading123 trustno1 trustno1!
  turtle12 undertaker valentina vanessa1 veronica victoria virginia volkswagen warcraft warrior1 welcome1 welcome12
  welcome123 whatever whatever1 william1 winston1 winter123 wolverine woodland xxxxxxxx yankees1 yamaha123 yourmom1
  zaq12wsx zaq1zaq1 zaqwsxcde zaqxswcde zxcv1234 zxcvbnm1 zxcvbnm123 zxczxczxc zxcvbnm, йцукенгш йцукен123 пароль123
  парольпароль`.split(/\s+/),
);
