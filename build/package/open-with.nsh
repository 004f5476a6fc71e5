; Offers KLIC Desktop in "Open with", and leaves what opens these files now as it is.
!macro openWith EXT
  WriteRegStr HKCU "Software\Classes\${EXT}\OpenWithProgids" "KlicDesktop.File" ""
!macroend

!macro closeWith EXT
  DeleteRegValue HKCU "Software\Classes\${EXT}\OpenWithProgids" "KlicDesktop.File"
!macroend

!macro customInstall
  WriteRegStr HKCU "Software\Classes\KlicDesktop.File" "" "KLIC Desktop"
  WriteRegStr HKCU "Software\Classes\KlicDesktop.File\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  !insertmacro openWith ".zip"
  !insertmacro openWith ".geojson"
  !insertmacro openWith ".gpkg"
  !insertmacro openWith ".dxf"
!macroend

!macro customUnInstall
  DeleteRegKey HKCU "Software\Classes\KlicDesktop.File"
  !insertmacro closeWith ".zip"
  !insertmacro closeWith ".geojson"
  !insertmacro closeWith ".gpkg"
  !insertmacro closeWith ".dxf"
!macroend
